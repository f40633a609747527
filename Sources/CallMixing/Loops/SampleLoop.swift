/// Audio available before its playback: a tone's cadence, a ringtone, an announcement.
///
/// Immutable.
///
/// `@unchecked Sendable`: the samples are written in `init` and only read afterwards.
public final class SampleLoop: @unchecked Sendable {
  /// The sample rate.
  public let rate: AudioRate
  /// True to repeat; otherwise silence follows the end.
  public let isRepeating: Bool
  /// The number of samples, at least 1.
  public let count: Int

  let samples: UnsafeMutablePointer<Int16>

  /// Copies `samples`; an empty collection becomes one silent sample.
  public init(_ samples: some Collection<Int16>, rate: AudioRate, isRepeating: Bool) {
    self.rate = rate
    self.isRepeating = isRepeating
    count = max(samples.count, 1)
    self.samples = .allocate(capacity: count)
    // The one sample of an empty collection.
    self.samples.initialize(to: 0)
    // An array is copied as memory. A loop here would not be specialised for collections of other modules, and took a quarter of the processor
    // time of a dialed call.
    _ = UnsafeMutableBufferPointer(start: self.samples, count: count).initialize(from: samples)
  }

  deinit { samples.deallocate() }
}
