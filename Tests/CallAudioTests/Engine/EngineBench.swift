import CallAudio

/// An engine ticked by hand, with arrays in place of transports and devices.
struct EngineBench {
  let engine = AudioEngine()

  func leg(_ rate: AudioRate = .narrowband) throws -> AudioLeg { try engine.makeLeg(rate) }

  /// Queues a frame from the far end.
  func says(_ leg: AudioLeg, _ sample: Int16, marks: FrameMarks = []) {
    leg.fromNet.put([Int16](repeating: sample, count: leg.rate.samplesPerFrame), marks: marks, at: 0)
  }

  func says(_ leg: AudioLeg, _ samples: [Int16]) { leg.fromNet.put(samples, at: 0) }

  /// Queues a frame from the microphone.
  func speaks(_ port: DevicePort, _ sample: Int16) { port.capture.put([Int16](repeating: sample, count: 960), at: 0) }

  /// Returns the next frame for the far end; nil for none.
  func hears(_ leg: AudioLeg) -> [Int16]? { Self.next(leg.toNet) }

  /// Returns the next frame for the loudspeaker; nil for none.
  func plays(_ port: DevicePort) -> [Int16]? { Self.next(port.playback) }

  static func next(_ ring: AudioRing) -> [Int16]? {
    var frame = [Int16](repeating: -1, count: ring.samplesPerSlot)
    guard ring.count > 0, ring.take(into: &frame) != nil else { return nil }
    return frame
  }

  /// Returns the flags of the next frame in `ring`.
  static func nextMarks(_ ring: AudioRing) -> FrameMarks? {
    var frame = [Int16](repeating: 0, count: ring.samplesPerSlot)
    guard ring.count > 0 else { return nil }
    return ring.take(into: &frame)?.marks
  }
}

/// Returns the common value of all samples of a frame; nil when they differ.
func flat(_ frame: [Int16]?) -> Int16? {
  guard let frame, let first = frame.first, frame.allSatisfy({ $0 == first }) else { return nil }
  return first
}
