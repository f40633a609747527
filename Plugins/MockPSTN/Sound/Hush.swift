/// Whether there is anything to hear digits in: most calls are silent in one direction, and an ear for digits costs more than all else.
struct Hush: BitwiseCopyable {
  /// Quiet frames so far; an ear hears the first few of them, which tell it that a digit is over.
  private var quiet = 4

  /// The amplitude of a tone of -47 dBm0: less is no digit to the ears.
  private static let threshold: Int16 = 100

  /// Takes note of a frame; false when it and those before it are too quiet for a digit.
  mutating func isAudible(_ samples: UnsafePointer<Int16>, _ count: Int) -> Bool {
    for index in 0..<count where samples[index] > Self.threshold || samples[index] < -Self.threshold {
      quiet = 0
      return true
    }
    quiet = min(quiet + 1, 4)
    return quiet < 4
  }
}
