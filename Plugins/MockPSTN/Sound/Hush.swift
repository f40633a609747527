/// A silence detector, which spares the digit detector most frames.
///
/// Most calls are silent in one direction, and the digit detector is the most expensive part of a frame.
struct Hush: BitwiseCopyable {
  /// Consecutive quiet frames so far; the detector still gets the first few, to see the end of a digit.
  private var quiet = 4

  /// The amplitude of a tone of -47 dBm0: the detectors accept no weaker digit.
  private static let threshold: Int16 = 100

  /// Counts a frame; returns false after four frames in a row that are too quiet for a digit.
  mutating func isAudible(_ samples: UnsafePointer<Int16>, _ count: Int) -> Bool {
    for index in 0..<count where samples[index] > Self.threshold || samples[index] < -Self.threshold {
      quiet = 0
      return true
    }
    quiet = min(quiet + 1, 4)
    return quiet < 4
  }
}
