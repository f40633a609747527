internal import CTones
internal import Glibc

/// Classifies each 10 ms of 8,000 Hz audio, by Goertzel filters over the surrounding 100 ms.
struct ToneClassifier {
  private let sounds: [[Double]]
  private let frequencies: [Double]
  /// The last 100 ms, and samples short of a unit.
  private var samples: [Int16] = []
  /// The power of each unit in `samples`.
  private var powers: [Double] = []
  /// The recent peak, and the level of the last tone; anything far weaker is noise.
  private var peak = 0.0
  private var tone = 0.0

  /// The measurement of one unit of 10 ms.
  struct Heard {
    var sound: HeardSound
    var power: Double
    /// The power over 20 ms.
    var smooth: Double
  }

  static let unit = 80
  private static let units = 10
  /// -50 dBm0; anything weaker is silence.
  private static let floor = 32_768.0 * 32_768 * 2.424e-6
  /// The Hann window's mean weight in each unit.
  private static let weights = (0..<units).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(units)) }

  init(_ sounds: [[Double]]) {
    self.sounds = sounds
    frequencies = Array(Set(sounds.joined())).sorted()
  }

  /// Adds samples, and returns the units that are now classified, each 50 ms after its end.
  mutating func hear(_ new: [Int16]) -> [Heard] {
    samples += new
    var heard: [Heard] = []
    var start = 0
    while samples.count - start >= (powers.count + 1) * Self.unit {
      let place = start + powers.count * Self.unit
      powers.append(samples.withUnsafeBufferPointer { ctones_power($0.baseAddress.unsafelyUnwrapped + place, Self.unit) })
      guard powers.count == Self.units else { continue }
      heard.append(judge(from: start))
      powers.removeFirst()
      start += Self.unit
    }
    samples.removeFirst(start)
    return heard
  }

  /// Classifies the unit in the middle of the window that begins at `start`.
  private mutating func judge(from start: Int) -> Heard {
    let middle = Self.units / 2
    let smooth = (powers[middle - 1] + powers[middle]) / 2
    peak = max(peak * 0.993, smooth)
    let threshold = max(Self.floor, peak * 0.02)
    // Next to a tone that begins or ends within the window, noise would be mistaken for the tone.
    guard smooth > threshold, smooth > 0.08 * (powers.max() ?? 0) else {
      return Heard(sound: .silence, power: powers[middle], smooth: smooth)
    }

    let sound = best(from: start)
    if case .tone = sound { tone = max(tone, smooth) }
    tone *= 0.999
    let isNoise = sound == .unknown && smooth < tone * 0.1
    return Heard(sound: isNoise ? .silence : sound, power: powers[middle], smooth: smooth)
  }

  /// Returns the plan's sound whose frequencies hold nearly all of the window's power, each with its share.
  private func best(from start: Int) -> HeardSound {
    // A tone that fills only part of the window shows only part of its power at its frequency.
    let loudest = powers.max() ?? 0
    var total = 0.0
    var filled = 0.0
    var filledSquare = 0.0
    for (power, weight) in zip(powers, Self.weights) {
      total += power * weight * weight
      if power > loudest * 0.1 {
        filled += weight
        filledSquare += weight * weight
      }
    }
    // The window's weights add up to 5, their squares to 3.75.
    total /= 3.75
    let coverage = (filled / 5) * (filled / 5) / max(filledSquare / 3.75, 1e-9)
    guard coverage > 0.25 else { return .unknown }
    let lines = samples.withUnsafeBufferPointer { all in
      frequencies.map { ctones_power_at(all.baseAddress.unsafelyUnwrapped + start, Self.unit * Self.units, $0, 8_000) }
    }
    let share = Dictionary(uniqueKeysWithValues: zip(frequencies, lines.map { $0 / max(total * coverage, 1) }))
    var best: (sound: HeardSound, part: Double) = (.unknown, 0.6)
    for (number, sound) in sounds.enumerated() {
      let parts = sound.map { share[$0] ?? 0 }
      guard parts.allSatisfy({ $0 > 0.25 / Double(sound.count) }) else { continue }
      // The filters of close frequencies overlap. The sum is limited to the whole, so that more frequencies win only where they fit better.
      let part = min(parts.reduce(0, +), 1) + 0.01 * Double(sound.count)
      if part > best.part { best = (.tone(number), part) }
    }
    return best.sound
  }
}
