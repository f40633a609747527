internal import Glibc

/// A sine tone, made frame by frame without a seam.
struct Tone {
  let hertz: Double
  let rate: Double
  /// The height of its peaks.
  static let peak = 8000.0
  private var place = 0.0

  init(_ hertz: Double, rate: UInt32) {
    self.hertz = hertz
    self.rate = Double(rate)
  }

  /// The next samples of it.
  mutating func next(_ count: Int) -> [Int16] {
    (0..<count).map { _ in
      defer { place += 1 }
      return Int16(Self.peak * sin(2 * .pi * hertz * place / rate))
    }
  }
}
