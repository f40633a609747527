internal import CTones
internal import Glibc

/// What a piece of sound is like: how loud, at which frequency, when it sounds and when it is silent.
///
/// For tests, of this package and of those who build on it; it looks at finished samples and is not for the audio thread.
/// Levels are RMS. In dBFS a sine of full scale is -3.01; in dBm0, the telephone's measure, it is 3.14.
public struct SoundMeter: Sendable {
  /// The samples that are measured.
  public let samples: [Int16]
  /// How many of them are a second.
  public let rate: Int

  /// Looks at one channel.
  public init(_ samples: some Collection<Int16>, rate: AudioRate) {
    self.init(samples, hertz: rate.hertz)
  }

  /// Looks at one channel at any rate.
  public init(_ samples: some Collection<Int16>, hertz: Int) {
    self.samples = Array(samples)
    rate = hertz
  }

  /// The part between two moments, from the first sample on.
  public func part(from start: Duration, to end: Duration) -> SoundMeter {
    let range = (place(start)..<max(place(start), place(end))).clamped(to: samples.indices)
    return SoundMeter(samples[range], hertz: rate)
  }

  /// Everything but `margin` at either end: what is left once filters and fades have settled.
  public func middle(without margin: Duration = .milliseconds(20)) -> SoundMeter {
    part(from: margin, to: length - margin)
  }

  /// How long it is.
  public var length: Duration { .microseconds(Int64(samples.count) * 1_000_000 / Int64(rate)) }

  /// RMS level in dBFS; minus infinity when there is nothing but silence.
  public var dBFS: Double { Self.decibels(ctones_power(samples, samples.count)) }

  /// RMS level in dBm0.
  public var dBm0: Double { dBFS + Self.dBm0OfFullScale }

  /// The loudest sample, in dBFS.
  public var peak: Double {
    let peak = samples.reduce(0.0) { max($0, abs(Double($1))) }
    return Self.decibels(peak * peak)
  }

  /// The frequency that is loudest between two, in hertz: right to 0.1 Hz from about 0.2 s of a steady tone on; 0 in silence.
  public func frequency(from low: Double = 50, to high: Double? = nil) -> Double {
    ctones_loudest(samples, samples.count, Double(rate), low, min(high ?? 4_000, Double(rate) / 2))
  }

  /// How loud the sine of one frequency is in it, in dBFS RMS.
  public func dBFS(at hertz: Double) -> Double { Self.decibels(ctones_power_at(samples, samples.count, hertz, Double(rate))) }

  /// How loud the sine of one frequency is in it, in dBm0.
  public func dBm0(at hertz: Double) -> Double { dBFS(at: hertz) + Self.dBm0OfFullScale }

  /// How far the sine of one frequency stands out of everything else, in dB: its signal-to-noise ratio when it should be alone.
  public func clarity(at hertz: Double) -> Double {
    let all = ctones_power(samples, samples.count)
    let sine = min(ctones_power_at(samples, samples.count, hertz, Double(rate)), all)
    return 10 * log10(sine / max(all - sine, 1e-9))
  }

  /// What to add to dBFS for dBm0: a sine of full scale is -3.01 dBFS RMS and 3.14 dBm0.
  public static let dBm0OfFullScale = 3.14 + 3.0103

  private func place(_ moment: Duration) -> Int {
    let (seconds, attoseconds) = moment.components
    return Int(seconds) * rate + Int(Double(attoseconds) * Double(rate) / 1e18)
  }

  private static func decibels(_ meanSquare: Double) -> Double { 10 * log10(meanSquare / (32_768 * 32_768)) }
}
