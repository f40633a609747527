internal import Glibc

/// What some samples sound like.
struct SoundMeter {
  let samples: [Int16]
  let rate: UInt32

  /// Below this nothing is heard: what a codec or comfort noise leaves.
  static let silence = 64.0

  /// The root of their mean square.
  var level: Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  var isSilent: Bool { level < Self.silence }

  /// How much of their power is at that frequency, from 0 to 1.
  func share(of hertz: Double) -> Double {
    let total = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard total > 0 else { return 0 }
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * .pi * hertz * Double(index) / Double(rate)
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return min(1, 2 * (real * real + imaginary * imaginary) / (Double(samples.count) * total))
  }

  /// Whether that tone is heard, and not much else.
  func hears(_ hertz: Double) -> Bool { !isSilent && share(of: hertz) > 0.8 }
}
