import Glibc

/// A sine wave, to generate and to detect.
struct Tone {
  var frequency: Double
  /// The root mean square, in dB below a full-scale square wave.
  var level = -13.0

  func samples(from start: Int, count: Int, rate: Int) -> [Int16] {
    let amplitude = 32_767 * pow(10, level / 20) * 2.0.squareRoot()
    return (start..<start + count).map { Int16((amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))).rounded()) }
  }

  /// Returns the level of samples, in dB below a full-scale square wave.
  static func level(of samples: some Collection<Int16>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
    return 10 * log10(max(power, 1e-3)) - 20 * log10(32_767)
  }

  /// Returns this tone's share of the samples' power: 1 all, 0 none.
  func share(of samples: some Collection<Int16>, rate: Int) -> Double {
    var (real, imaginary, power) = (0.0, 0.0, 1e-3)
    for (place, sample) in samples.enumerated() {
      let angle = 2 * .pi * frequency * Double(place) / Double(rate)
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
      power += Double(sample) * Double(sample)
    }
    return 2 * (real * real + imaginary * imaginary) / (power * Double(samples.count))
  }
}
