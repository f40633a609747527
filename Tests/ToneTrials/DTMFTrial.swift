package import CallAudio
internal import Glibc

/// A test of many digits over an impaired line.
package struct DTMFTrial: Sendable {
  /// The result.
  package struct Result: CustomStringConvertible, Sendable {
    package var sent = 0
    package var heard = 0
    /// Wrong digits and repetitions.
    package var wrong = 0
    /// The detected share in percent.
    package var percent: Double { 100 * Double(heard) / Double(max(sent, 1)) }
    package var description: String { "\(heard) of \(sent) heard, \(wrong) wrong" }
  }

  package static let digits = "123A456B789C*0#D"

  /// The ratio in dB of the digit's power to white noise in the telephone band; nil for no noise.
  package var signalToNoise: Double?
  /// The relative error of all frequencies.
  package var offset = 0.0
  /// The milliseconds of silence in the middle of each digit.
  package var dropout = 0
  private var chance: SplitMix
  private let style: DTMFStyle

  package init(seed: UInt64, style: DTMFStyle) {
    chance = SplitMix(seed)
    self.style = style
  }

  /// Sends each of the 16 digits twice in every round, at random positions, and counts the detected ones.
  package mutating func run(rounds: Int) -> Result {
    var result = Result()
    for _ in 0..<rounds {
      for place in Self.digits.indices {
        let digit = Self.digits[place]
        let heard = DTMFDetector.digits(in: line(Self.digits.distance(from: Self.digits.startIndex, to: place)), rate: .narrowband)
        result.sent += 2
        result.heard += min(heard.filter { $0 == digit }.count, 2)
        result.wrong += max(heard.count - 2, heard.filter { $0 != digit }.count)
      }
    }
    return result
  }

  /// Returns a digit, twice, as received over the line.
  private mutating func line(_ place: Int) -> [Int16] {
    let before = Int.random(in: 200...500, using: &chance)
    let on = style.on * 8
    var samples = [Double](repeating: 0, count: before + 2 * (on + style.off * 8) + 600)
    let tones = [([697.0, 770, 852, 941][place / 4], style.level), ([1209.0, 1336, 1477, 1633][place % 4], style.level + style.twist)]
    var power = 0.0
    for (hertz, level) in tones {
      let amplitude: Double = 32_767 * pow(10, (level - 3.14) / 20)
      let step = 2 * .pi * hertz * (1 + offset) / 8_000
      power += amplitude * amplitude / 2
      for start in [before, before + on + style.off * 8] {
        let phase = Double.random(in: 0..<(2 * .pi), using: &chance)
        for n in 0..<on where abs(n - on / 2) >= dropout * 4 { samples[start + n] += amplitude * sin(phase + step * Double(n)) }
      }
    }
    let clean = samples.map { Int16(clamping: Int($0.rounded())) }
    guard let signalToNoise else { return clean }
    return NoiseTable.over(clean, power: power, ratio: signalToNoise, chance: &chance)
  }
}
