internal import Glibc

/// Measures some samples.
struct SoundMeter {
  let samples: [Int16]
  let rate: UInt32

  /// The level below which samples count as silent; codecs and comfort noise leave that much.
  static let silence = 64.0

  /// The root mean square.
  var level: Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  var isSilent: Bool { level < Self.silence }

  /// Returns the share of their power at that frequency, from 0 to 1.
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

  /// Returns true if the samples are that tone and little else.
  func hears(_ hertz: Double) -> Bool { !isSilent && share(of: hertz) > 0.8 }
}
