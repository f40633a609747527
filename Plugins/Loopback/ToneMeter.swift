/// Tells the frequency of what is heard, from where it crosses zero: exact for a single tone, and nobody sends it anything else to name.
///
/// A value without references, for the [media] thread.
struct ToneMeter: BitwiseCopyable {
  /// How long it listens before it says what it heard, in samples a second.
  private static let windowsPerSecond = 10
  /// What is quieter than -50 dBFS is silence.
  private static let faintest = 104.0

  private var last: Double = 0
  private var energy: Double = 0
  private var samples = 0
  private var crossings = 0
  private var first: Double = 0
  private var latest: Double = 0

  /// What it heard in the last whole window, in Hz; 0 for silence.
  private(set) var hertz: UInt32 = 0

  /// Listens on.
  mutating func listen(_ heard: Span<Int16>, rate: Int) {
    for index in 0..<heard.count { listen(Double(heard[index])) }
    if samples * Self.windowsPerSecond >= rate { conclude(rate: Double(rate)) }
  }

  /// Hears nothing for so many samples.
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
