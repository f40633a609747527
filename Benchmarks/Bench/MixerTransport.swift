import CallAudio

/// A transport that echoes each call's frame in the same tick.
///
/// Runs as a clock of the engine, on the audio thread.
///
/// `@unchecked Sendable`: `init` writes the rings; only the audio thread uses the time and the frame, except that the bench reads the time
/// between ticks.
final class MixerTransport: @unchecked Sendable {
  private let rings: UnsafeMutableBufferPointer<(toNet: AudioRing, fromNet: AudioRing)>
  private let frame: UnsafeMutablePointer<Int16>
  private let cache: CacheFiller?
  /// The time spent in all ticks.
  private(set) var nanoseconds: Int64 = 0

  /// Creates a transport for these legs; with `cache`, every tick ends with cold caches, as if other programs had run.
  init(_ legs: [AudioLeg], cache: CacheFiller? = nil) {
    self.cache = cache
    rings = .allocate(capacity: legs.count)
    for (place, leg) in legs.enumerated() { rings.initializeElement(at: place, to: (leg.toNet, leg.fromNet)) }
    frame = .allocate(capacity: AudioRate.fullband.samplesPerFrame)
    frame.initialize(repeating: 1_000, count: AudioRate.fullband.samplesPerFrame)
  }

  deinit {
    rings.deallocate()
    frame.deallocate()
  }

  var clock: MediaClock { MediaClock(tickMixerTransport, context: Unmanaged.passUnretained(self).toOpaque(), keeping: self) }

  fileprivate func tick(at time: UInt64) {
    let start = Stopwatch.nanoseconds
    for place in rings.indices {
      _ = rings[place].toNet.take(into: frame)
      // Keep the frame from being silent: the mixer does less work for silence.
      frame[0] |= 1
      rings[place].fromNet.put(frame, at: time)
    }
    cache?.fill()
    nanoseconds += Stopwatch.nanoseconds - start
  }
}

private func tickMixerTransport(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  Unmanaged<MixerTransport>.fromOpaque(context).takeUnretainedValue().tick(at: time)
}
