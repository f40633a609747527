internal import Glibc

/// Synthesised spoken digits: a voice of three formants in the telephone band.
///
/// Each digit is a sequence of sounds, and each sound has formant frequencies, levels of voice and breath, and a length. Neighbouring
/// sounds glide into each other. Formants after Peterson and Barney (1952), for a man's voice, rounded.
enum SpokenDigits {
  /// One sound of a word.
  private struct Sound {
    var f1, f2, f3: Double
    /// The levels of voice and breath; both 0 for a stop.
    var voice = 1.0
    var breath = 0.0
    var milliseconds: Int
  }

  /// Returns the digits' samples, one after another, at 8,000 a second.
  static func samples(_ digits: String) -> [Int16] {
    digits.flatMap { (words[$0] ?? []).isEmpty ? [] : say(words[$0] ?? []) + [Int16](repeating: 0, count: 1_200) }
  }

  private static func vowel(_ f1: Double, _ f2: Double, _ f3: Double, _ milliseconds: Int) -> Sound {
    Sound(f1: f1, f2: f2, f3: f3, milliseconds: milliseconds)
  }

  private static func nasal(_ milliseconds: Int) -> Sound { Sound(f1: 280, f2: 1_300, f3: 2_500, voice: 0.5, milliseconds: milliseconds) }
  private static func hiss(_ milliseconds: Int) -> Sound {
    Sound(f1: 1_800, f2: 3_000, f3: 3_700, voice: 0, breath: 0.5, milliseconds: milliseconds)
  }
  private static func puff(_ milliseconds: Int) -> Sound {
    Sound(f1: 800, f2: 1_600, f3: 2_700, voice: 0, breath: 0.25, milliseconds: milliseconds)
  }
  private static func stop(_ milliseconds: Int) -> Sound { Sound(f1: 400, f2: 1_700, f3: 2_600, voice: 0, milliseconds: milliseconds) }

  private static let words: [Character: [Sound]] = [
    "0": [
      Sound(f1: 300, f2: 2_900, f3: 3_600, voice: 0.4, breath: 0.4, milliseconds: 90), vowel(290, 2_200, 2_900, 110),
      vowel(450, 1_300, 1_700, 70), vowel(480, 900, 2_400, 170),
    ],
    "1": [vowel(300, 700, 2_200, 70), vowel(640, 1_190, 2_390, 170), nasal(110)],
    "2": [stop(40), hiss(30), vowel(320, 1_500, 2_300, 60), vowel(300, 870, 2_240, 200)],
    "3": [puff(90), vowel(420, 1_250, 1_650, 70), vowel(270, 2_290, 3_010, 220)],
    "4": [puff(80), vowel(500, 850, 2_410, 170), vowel(490, 1_350, 1_690, 130)],
    "5": [
      puff(80), vowel(730, 1_090, 2_440, 130), vowel(400, 1_990, 2_550, 100),
      Sound(f1: 300, f2: 1_200, f3: 2_500, voice: 0.4, breath: 0.1, milliseconds: 80),
    ],
    "6": [hiss(110), vowel(390, 1_990, 2_550, 110), stop(50), hiss(120)],
    "7": [
      hiss(110), vowel(530, 1_840, 2_480, 100), Sound(f1: 300, f2: 1_200, f3: 2_500, voice: 0.4, breath: 0.1, milliseconds: 50),
      vowel(500, 1_500, 2_400, 60), nasal(90),
    ],
    "8": [vowel(530, 1_840, 2_480, 110), vowel(330, 2_200, 2_900, 100), stop(60), hiss(30)],
    "9": [nasal(80), vowel(730, 1_090, 2_440, 140), vowel(400, 1_990, 2_550, 110), nasal(110)],
  ]

  private static func say(_ word: [Sound]) -> [Int16] {
    var random = SeededRandom(seed: 9)
    var formants = (Resonator(), Resonator(), Resonator())
    var phase = 0.0
    var spoken: [Int16] = []
    for (index, sound) in word.enumerated() {
      let next = word[min(index + 1, word.count - 1)]
      let count = sound.milliseconds * 8
      for sample in 0..<count {
        // The second half glides towards the next sound.
        let glide = max(0, Double(2 * sample) / Double(count) - 1) / 2
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * glide }
        phase += (118 - 14 * Double(spoken.count) / 4_000) / 8_000
        if phase >= 1 { phase -= 1 }
        let pulse = phase < 0.4 ? sin(.pi * phase / 0.4) - 0.4 : -0.4
        let noise = Double.random(in: -1...1, using: &random)
        let source = between(sound.voice, next.voice) * pulse + between(sound.breath, next.breath) * noise
        let heard =
          formants.0.pass(source, between(sound.f1, next.f1), 80) + 0.7 * formants.1.pass(source, between(sound.f2, next.f2), 110)
          + 0.4 * formants.2.pass(source, between(sound.f3, next.f3), 170)
        spoken.append(Int16(clamping: Int(heard * 5_000)))
      }
    }
    return spoken
  }
}

/// A second-order resonance: one formant.
private struct Resonator {
  private var y1 = 0.0
  private var y2 = 0.0

  mutating func pass(_ x: Double, _ hertz: Double, _ bandwidth: Double) -> Double {
    let radius = exp(-.pi * bandwidth / 8_000)
    let turn = 2 * radius * cos(2 * .pi * hertz / 8_000)
    let y = (1 - radius) * x + turn * y1 - radius * radius * y2
    (y2, y1) = (y1, y)
    return y
  }
}
