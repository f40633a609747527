import CallAudio

/// An engine whose ticks are called by hand, and transports and devices that are arrays.
struct EngineBench {
  let engine = AudioEngine()

  func leg(_ rate: AudioRate = .narrowband) throws -> AudioLeg { try engine.makeLeg(rate) }

  /// What the far end says next.
  func says(_ leg: AudioLeg, _ sample: Int16, marks: FrameMarks = []) {
    leg.fromNet.put([Int16](repeating: sample, count: leg.rate.samplesPerFrame), marks: marks, at: 0)
  }

  func says(_ leg: AudioLeg, _ samples: [Int16]) { leg.fromNet.put(samples, at: 0) }

  /// What the microphone hears next.
  func speaks(_ port: DevicePort, _ sample: Int16) { port.capture.put([Int16](repeating: sample, count: 960), at: 0) }

  /// The next frame for the far end; nil: there is none.
  func hears(_ leg: AudioLeg) -> [Int16]? { Self.next(leg.toNet) }

  /// The next frame for the loudspeaker; nil: there is none.
  func plays(_ port: DevicePort) -> [Int16]? { Self.next(port.playback) }

  static func next(_ ring: AudioRing) -> [Int16]? {
    var frame = [Int16](repeating: -1, count: ring.samplesPerSlot)
    guard ring.count > 0, ring.take(into: &frame) != nil else { return nil }
    return frame
  }

  /// What `ring` holds next, with its marks.
  static func nextMarks(_ ring: AudioRing) -> FrameMarks? {
    var frame = [Int16](repeating: 0, count: ring.samplesPerSlot)
    guard ring.count > 0 else { return nil }
    return ring.take(into: &frame)?.marks
  }
}

/// The one value that all samples of a frame have; nil: they differ.
func flat(_ frame: [Int16]?) -> Int16? {
  guard let frame, let first = frame.first, frame.allSatisfy({ $0 == first }) else { return nil }
  return first
}
