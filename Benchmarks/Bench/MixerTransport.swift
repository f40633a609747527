import CallAudio

/// A transport that echoes: what each of its calls is sent, it says in the same tick.
///
/// Runs as a clock of the engine, on the audio thread.
///
/// `@unchecked Sendable`: the rings are written in `init`; time and frame are the audio thread's until the bench reads them between ticks.
final class MixerTransport: @unchecked Sendable {
  private let rings: UnsafeMutableBufferPointer<(toNet: AudioRing, fromNet: AudioRing)>
  private let frame: UnsafeMutablePointer<Int16>
  private let cache: CacheFiller?
  /// What all its ticks took.
  private(set) var nanoseconds: Int64 = 0

  /// With `cache` every tick ends with caches that hold nothing of the rings, as if other programs had run since.
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
      // A voice: silence would spare the mixer its work.
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
