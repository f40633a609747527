/// Measures the frequency of a single tone by its zero crossings; tests send only single tones.
///
/// A value without references, for the [media] thread.
struct ToneMeter: BitwiseCopyable {
  /// The number of measurements per second.
  private static let windowsPerSecond = 10
  /// The RMS of -50 dBFS; anything quieter is silence.
  private static let faintest = 104.0

  // The window so far, which crosses with a handover.
  var last: Double = 0
  var energy: Double = 0
  var samples = 0
  var crossings = 0
  var first: Double = 0
  var latest: Double = 0

  /// The tone in the last whole window, in Hz; 0 for silence.
  var hertz: UInt32 = 0

  /// Measures these samples.
  mutating func listen(_ heard: Span<Int16>, rate: Int) {
    for index in 0..<heard.count { listen(Double(heard[index])) }
    if samples * Self.windowsPerSecond >= rate { conclude(rate: Double(rate)) }
  }

  /// Counts so many samples of silence.
  mutating func listen(toSilence count: Int, rate: Int) {
    samples += count
    last = 0
    if samples * Self.windowsPerSecond >= rate { conclude(rate: Double(rate)) }
  }

  private mutating func listen(_ sample: Double) {
    if last < 0, sample >= 0 {
      latest = Double(samples) - sample / (sample - last)
      if crossings == 0 { first = latest }
      crossings += 1
    }
    energy += sample * sample
    last = sample
    samples += 1
  }

  private mutating func conclude(rate: Double) {
    let isSilent = energy < Self.faintest * Self.faintest * Double(samples)
    hertz = isSilent || crossings < 2 ? 0 : UInt32((Double(crossings - 1) * rate / (latest - first)).rounded())
    (energy, samples, crossings) = (0, 0, 0)
  }
}
