import CallAudio

/// A transport and a device in one: each ring's frames come back in the same tick.
///
/// Runs on the audio thread.
///
/// `@unchecked Sendable`: written in `init`, then used only by the audio thread.
final class Echo: @unchecked Sendable {
  private let rings: UnsafeMutableBufferPointer<(sent: AudioRing, said: AudioRing)>
  private let frame: UnsafeMutablePointer<Int16>

  init(_ legs: [AudioLeg], _ port: DevicePort) {
    rings = .allocate(capacity: legs.count + 1)
    for (place, leg) in legs.enumerated() { rings.initializeElement(at: place, to: (leg.toNet, leg.fromNet)) }
    rings.initializeElement(at: legs.count, to: (port.playback, port.capture))
    frame = .allocate(capacity: AudioRate.fullband.samplesPerFrame)
    frame.initialize(repeating: 100, count: AudioRate.fullband.samplesPerFrame)
  }

  deinit {
    rings.deallocate()
    frame.deallocate()
  }

  var clock: MediaClock { MediaClock(tickEcho, context: Unmanaged.passUnretained(self).toOpaque(), keeping: self) }

  fileprivate func tick(at time: UInt64) {
    for place in rings.indices {
      if rings[place].sent.count > 0 { _ = rings[place].sent.take(into: frame) }
      // Sometimes a ring gets no frame.
      if (time / 1_000 &+ UInt64(place)).isMultiple(of: 17) { continue }
      rings[place].said.put(frame, marks: place.isMultiple(of: 7) ? .silence : [], at: time)
    }
  }
}

private func tickEcho(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  Unmanaged<Echo>.fromOpaque(context).takeUnretainedValue().tick(at: time)
}
