/// Measures the frequency of a single tone by its zero crossings, which suffices for the tones of tests.
struct ToneMeter: BitwiseCopyable {
  /// The frequency in Hz; 0 for silence.
  var hertz: UInt32 = 0
  // The window so far, which crosses with a handover.
  var samples = 0
  var crossings = 0
  var first = 0.0
  var last = 0.0
  var peak: Int32 = 0
  var before: Int32 = 0

  /// Ten frames: accurate to 1 Hz for a clean tone.
  private static let window = 1_600

  mutating func hear(_ sound: UnsafePointer<Int16>, _ count: Int) {
    for index in 0..<count {
      let now = Int32(sound[index])
      if before < 0, now >= 0 {
        // Interpolate the zero crossing between the two samples.
        let place = Double(samples) - Double(now) / Double(now - before)
        if crossings == 0 { first = place }
        last = place
        crossings += 1
      }
      peak = max(peak, abs(now))
      before = now
      samples += 1
    }
    guard samples >= Self.window else { return }
    let isAudible = peak > 100 && crossings > 1
    hertz = isAudible ? UInt32((8_000 * Double(crossings - 1) / (last - first)).rounded()) : 0
    (samples, crossings, peak) = (0, 0, 0)
  }
}
