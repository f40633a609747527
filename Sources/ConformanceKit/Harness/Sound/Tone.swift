internal import Glibc

/// A sine tone, continuous from frame to frame.
struct Tone {
  let hertz: Double
  let rate: Double
  /// The amplitude of its peaks.
  static let peak = 8000.0
  private var place = 0.0

  init(_ hertz: Double, rate: UInt32) {
    self.hertz = hertz
    self.rate = Double(rate)
  }

  /// Returns its next samples.
  mutating func next(_ count: Int) -> [Int16] {
    (0..<count).map { _ in
      defer { place += 1 }
      return Int16(Self.peak * sin(2 * .pi * hertz * place / rate))
    }
  }
}
