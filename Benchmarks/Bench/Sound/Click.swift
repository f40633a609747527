import Glibc

/// A short sound that is found again after it was resampled and sent about: a millisecond of 2 kHz.
enum Click {
  static let length = 48

  /// A frame of 48,000 Hz with the click at its beginning.
  static let frame: [Int16] = (0..<960).map { $0 < length ? Int16(16_000 * sin(2 * .pi * 2_000 * Double($0) / 48_000)) : 0 }
  static let silence = [Int16](repeating: 0, count: 960)

  /// Where in a frame the click begins; nil where there is none.
  static func place(in frame: [Int16]) -> Int? {
    guard let loudest = frame.max(), loudest > 4_000 else { return nil }
    return frame.firstIndex { $0 > loudest / 3 }
  }
}
