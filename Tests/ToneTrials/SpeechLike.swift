internal import Glibc

/// Generates speech-like audio from a seed: voiced syllables with four formants over a wandering pitch, fricatives, pauses.
///
/// It has the features that mislead a tone detector: strong harmonics that are steady for a while, at all frequencies of the telephone
/// band.
package struct SpeechLike {
  private var chance: SplitMix
  private var phase = 0.0

  package init(seed: UInt64) { chance = SplitMix(seed) }

  /// Returns so many seconds at 8,000 Hz, about -20 dBm0 during syllables.
  package mutating func speak(seconds: Int) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(seconds * 8_000)
    var pitch = Double.random(in: 85...280, using: &chance)
    while samples.count < seconds * 8_000 {
      pitch = min(max(pitch * Double.random(in: 0.85...1.18, using: &chance), 75), 350)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0, 1: samples += [Int16](repeating: 0, count: Int.random(in: 400...3_000, using: &chance))
      case 2, 3: samples += hiss(Int.random(in: 300...1_000, using: &chance))
      default: samples += syllable(pitch, Int.random(in: 600...2_800, using: &chance))
      }
    }
    return Array(samples.prefix(seconds * 8_000))
  }

  private mutating func syllable(_ pitch: Double, _ count: Int) -> [Int16] {
    let formants: [(hertz: Double, width: Double, gain: Double)] = [
      (.random(in: 250...850, using: &chance), 80, 1), (.random(in: 850...2_300, using: &chance), 100, 0.6),
      (.random(in: 2_200...2_900, using: &chance), 150, 0.3), (3_400, 200, 0.15),
    ]
    let glide = Double.random(in: -0.25...0.25, using: &chance)
    let harmonics = (1...Int(3_700 / (pitch * 1.25))).map { number in
      let hertz = pitch * Double(number)
      let gain = formants.reduce(0.02) { sum, formant in
        let off = (hertz - formant.hertz) / formant.width
        return sum + formant.gain / (1 + off * off)
      }
      return (number: Double(number), gain: gain / Double(number).squareRoot())
    }
    let power = harmonics.reduce(0) { $0 + $1.gain * $1.gain / 2 }
    // -20 dBm0 is an RMS of 1614.
    let scale = 1_614 / power.squareRoot() * pow(10, Double.random(in: -0.4...0.3, using: &chance))
    return (0..<count).map { n in
      let part = Double(n) / Double(count)
      phase += pitch * (1 + glide * part) / 8_000
      let envelope = min(part * 8, (1 - part) * 5, 1)
      let value = harmonics.reduce(0.0) { $0 + $1.gain * sin(2 * .pi * phase * $1.number) }
      return Int16(clamping: Int(scale * envelope * value))
    }
  }

  private mutating func hiss(_ count: Int) -> [Int16] {
    let start = Int(chance.next() & 0xffff)
    let values = NoiseTable.values
    return (0..<count).map { n in Int16(clamping: Int(400 * (values[(start + n + 1) & 0xffff] - values[(start + n) & 0xffff]))) }
  }
}
