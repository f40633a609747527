internal import CTones
internal import Glibc

/// Measures samples: level, frequency, and the stretches of sound and silence.
///
/// For tests of this package and of programs built on it; it works on complete samples and is not for the audio thread. Levels are RMS. A
/// full-scale sine has -3.01 dBFS, and 3.14 dBm0 (the telephone network's unit).
public struct SoundMeter: Sendable {
  /// The samples measured.
  public let samples: [Int16]
  /// The sample rate in hertz.
  public let rate: Int

  /// Measures one channel.
  public init(_ samples: some Collection<Int16>, rate: AudioRate) {
    self.init(samples, hertz: rate.hertz)
  }

  /// Measures one channel at any rate.
  public init(_ samples: some Collection<Int16>, hertz: Int) {
    self.samples = Array(samples)
    rate = hertz
  }

  /// Returns the part between two moments, counted from the first sample.
  public func part(from start: Duration, to end: Duration) -> SoundMeter {
    let range = (place(start)..<max(place(start), place(end))).clamped(to: samples.indices)
    return SoundMeter(samples[range], hertz: rate)
  }

  /// Returns everything but `margin` at either end, which excludes the settling of filters and fades.
  public func middle(without margin: Duration = .milliseconds(20)) -> SoundMeter {
    part(from: margin, to: length - margin)
  }

  /// The duration of the samples.
  public var length: Duration { .microseconds(Int64(samples.count) * 1_000_000 / Int64(rate)) }

  /// The RMS level in dBFS; minus infinity for digital silence.
  public var dBFS: Double { Self.decibels(ctones_power(samples, samples.count)) }

  /// The RMS level in dBm0.
  public var dBm0: Double { dBFS + Self.dBm0OfFullScale }

  /// The peak level in dBFS.
  public var peak: Double {
    let peak = samples.reduce(0.0) { max($0, abs(Double($1))) }
    return Self.decibels(peak * peak)
  }

  /// Returns the strongest frequency in a range, in hertz; 0 for silence.
  ///
  /// Accurate to 0.1 Hz given about 0.2 s of a steady tone.
  public func frequency(from low: Double = 50, to high: Double? = nil) -> Double {
    ctones_loudest(samples, samples.count, Double(rate), low, min(high ?? 4_000, Double(rate) / 2))
  }

  /// Returns the RMS level of one frequency's sine in the samples, in dBFS.
  public func dBFS(at hertz: Double) -> Double { Self.decibels(ctones_power_at(samples, samples.count, hertz, Double(rate))) }

  /// Returns the level of one frequency's sine in the samples, in dBm0.
  public func dBm0(at hertz: Double) -> Double { dBFS(at: hertz) + Self.dBm0OfFullScale }

  /// Returns the ratio of one frequency's sine to everything else, in dB: the signal-to-noise ratio of a single tone.
  public func clarity(at hertz: Double) -> Double {
    let all = ctones_power(samples, samples.count)
    let sine = min(ctones_power_at(samples, samples.count, hertz, Double(rate)), all)
    return 10 * log10(sine / max(all - sine, 1e-9))
  }

  /// The difference between dBm0 and dBFS: a full-scale sine has -3.01 dBFS RMS and 3.14 dBm0.
  public static let dBm0OfFullScale = 3.14 + 3.0103

  private func place(_ moment: Duration) -> Int {
    let (seconds, attoseconds) = moment.components
    return Int(seconds) * rate + Int(Double(attoseconds) * Double(rate) / 1e18)
  }

  private static func decibels(_ meanSquare: Double) -> Double { 10 * log10(meanSquare / (32_768 * 32_768)) }
}
