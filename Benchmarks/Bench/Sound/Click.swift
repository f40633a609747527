import Glibc

/// A short sound that is recognizable after resampling: a millisecond of 2 kHz.
enum Click {
  static let length = 48

  /// A frame at 48,000 Hz that begins with the click.
  static let frame: [Int16] = (0..<960).map { $0 < length ? Int16(16_000 * sin(2 * .pi * 2_000 * Double($0) / 48_000)) : 0 }
  static let silence = [Int16](repeating: 0, count: 960)

  /// Returns the position of the click in a frame; nil when there is none.
  static func place(in frame: [Int16]) -> Int? {
    guard let loudest = frame.max(), loudest > 4_000 else { return nil }
    return frame.firstIndex { $0 > loudest / 3 }
  }
}
