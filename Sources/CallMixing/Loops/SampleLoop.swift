/// Sound that is there before it is played: a tone's whole cadence, a ringtone, an announcement.
///
/// It never changes.
///
/// `@unchecked Sendable`: the samples are written in `init` and read from then on.
public final class SampleLoop: @unchecked Sendable {
  /// The rate of its samples.
  public let rate: AudioRate
  /// Whether it begins again at its end; else it is silent from there on.
  public let isRepeating: Bool
  /// How many samples it has; at least 1.
  public let count: Int

  let samples: UnsafeMutablePointer<Int16>

  /// Copies `samples`; none at all is one sample of silence.
  public init(_ samples: some Collection<Int16>, rate: AudioRate, isRepeating: Bool) {
    self.rate = rate
    self.isRepeating = isRepeating
    count = max(samples.count, 1)
    self.samples = .allocate(capacity: count)
    self.samples.initialize(repeating: 0, count: count)
    for (place, sample) in samples.enumerated() { self.samples[place] = sample }
  }

  deinit { samples.deallocate() }
}
