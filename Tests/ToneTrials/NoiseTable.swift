internal import Glibc

/// White noise with a deviation of 1, generated once; users start at a random position.
package enum NoiseTable {
  package static let values: [Double] = {
    var chance = SplitMix(1)
    return (0..<65_536).map { _ in chance.normal() }
  }()

  /// Adds noise `ratio` dB below `power`, a mean square.
  package static func over(_ samples: [Int16], power: Double, ratio: Double, chance: inout SplitMix) -> [Int16] {
    let deviation = sqrt(power / pow(10, ratio / 10))
    let start = Int(chance.next() & 0xffff)
    let values = values
    var result = samples
    for place in result.indices {
      result[place] = Int16(clamping: Int(Double(result[place]) + deviation * values[(start + place) & 0xffff]))
    }
    return result
  }

  /// Returns the mean square of a sine of `dBm0`.
  package static func power(_ dBm0: Double) -> Double { 32_767 * 32_767 / 2 * pow(10, (dBm0 - 3.14) / 10) }
}
