import Foundation
import Hookswitch

/// Samples for tests, and what is in them.
enum Sound {
  /// A sine of -10 dBFS, from a sample on.
  static func tone(_ hertz: Double, _ rate: AudioRate, from start: Int = 0, count: Int) -> [Int16] {
    (0..<count).map { Int16(10_362 * sin(2 * .pi * hertz * Double(start + $0) / Double(rate.hertz))) }
  }

  /// How strong one frequency is in samples, in dB against a sine that reaches full scale: the louder half of them counts, so that what has
  /// not begun yet does not.
  static func level(_ hertz: Double, in samples: [Int16], _ rate: AudioRate) -> Double {
    let tail = samples.suffix(samples.count / 2)
    guard !tail.isEmpty else { return -.infinity }
    var (cosine, sine) = (0.0, 0.0)
    for (place, sample) in tail.enumerated() {
      let angle = 2 * .pi * hertz * Double(place) / Double(rate.hertz)
      cosine += Double(sample) * cos(angle)
      sine += Double(sample) * sin(angle)
    }
    let amplitude = 2 * (cosine * cosine + sine * sine).squareRoot() / Double(tail.count)
    return 20 * log10(max(amplitude, 0.01) / 32_768)
  }

  /// Whether a tone of `tone` is in there: within 2 dB of what it was made with.
  static func has(_ hertz: Double, in samples: [Int16], _ rate: AudioRate) -> Bool {
    abs(level(hertz, in: samples, rate) + 10) < 2
  }

  /// Whether nothing but silence is in the later half: a filter's memory of what was before is heard for some milliseconds.
  static func isSilent(_ samples: [Int16]) -> Bool { samples.suffix(samples.count / 2).allSatisfy { abs(Int($0)) < 4 } }
}
