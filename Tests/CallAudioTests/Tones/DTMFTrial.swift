import CallAudio
import Glibc

/// Many digits over a line that is bad in one way or another, and how many were heard.
struct DTMFTrial {
  /// What came out.
  struct Result: CustomStringConvertible {
    var sent = 0
    var heard = 0
    var wrong = 0
    /// As a part of 100.
    var percent: Double { 100 * Double(heard) / Double(max(sent, 1)) }
    var description: String { "\(heard) of \(sent) heard, \(wrong) wrong" }
  }

  var chance: SplitMix
  var style: DTMFStyle
  /// In dB, of the digit's power to that of white noise in the telephone's band; nil: none.
  var signalToNoise: Double?
  /// How far all frequencies are off.
  var offset = 0.0
  /// Milliseconds of silence in the middle of each digit.
  var dropout = 0

  init(seed: UInt64, style: DTMFStyle) {
    chance = SplitMix(seed)
    self.style = style
  }

  /// Sends each of the 16 digits in every round, each beginning at a chance place, and listens to it alone.
  mutating func run(rounds: Int) -> Result {
    var result = Result()
    for _ in 0..<rounds {
      for digit in DTMFTests.digits {
        let heard = DTMFDetector.digits(in: line(digit), rate: .narrowband)
        result.sent += 1
        if heard == String(digit) { result.heard += 1 }
        result.wrong += heard.filter { $0 != digit }.count
      }
    }
    return result
  }

  /// One digit as it comes over the line.
  private mutating func line(_ digit: Character) -> [Int16] {
    let before = Int.random(in: 200...500, using: &chance)
    var samples = [Double](repeating: 0, count: before + style.on * 8 + 600)
    let place = DTMFTests.digits.firstIndex(of: digit)?.utf16Offset(in: DTMFTests.digits) ?? 0
    let tones = [
      ([697.0, 770, 852, 941][place / 4], style.level), ([1209.0, 1336, 1477, 1633][place % 4], style.level + style.twist),
    ]
    var power = 0.0
    for (hertz, level) in tones {
      let amplitude: Double = 32_767 * pow(10, (level - 3.14) / 20)
      let phase = Double.random(in: 0..<(2 * .pi), using: &chance)
      let step = 2 * .pi * hertz * (1 + offset) / 8_000
      power += amplitude * amplitude / 2
      for n in 0..<(style.on * 8) { samples[before + n] += amplitude * sin(phase + step * Double(n)) }
    }
    let middle = before + style.on * 4 - dropout * 4
    for n in 0..<(dropout * 8) { samples[middle + n] = 0 }
    guard let signalToNoise else { return samples.map { Int16($0.rounded()) } }
    return NoiseTable.over(samples.map { Int16($0.rounded()) }, power: power, ratio: signalToNoise, chance: &chance)
  }
}
