/// What is heard in 10 ms, as far as a plan knows it.
enum HeardSound: Hashable {
  /// Nothing, or what is so much weaker than the tones that it is noise.
  case silence
  /// Something that the plan has no frequencies for: speech, music.
  case unknown
  /// The plan's sound of this number.
  case tone(Int)

  /// How many times 10 ms it must be heard before it is believed: a shorter one is a beat of the tone around it.
  var patience: Int {
    switch self {
    case .tone: 3
    case .silence, .unknown: 5
    }
  }
}

/// A stretch in which the same was heard.
struct HeardStretch {
  var sound: HeardSound
  /// When it began, in units of 10 ms.
  var start: Int
  /// How many units it has lasted.
  var length = 0
  /// Mean power.
  private(set) var power = 0.0
  /// The weakest and the strongest 20 ms, its edges left out.
  private var weakest = Double.infinity
  private var strongest = 0.0
  /// The last three: whether they are its end is not known yet.
  private var recent = (0.0, 0.0, 0.0)
  /// Whether it was there when listening began: it may be longer than what was heard of it.
  var isCut = false

  init(sound: HeardSound, start: Int, isCut: Bool = false) {
    self.sound = sound
    self.start = start
    self.isCut = isCut
  }

  var milliseconds: Int { length * 10 }
  /// Whether its amplitude swells and fades deeply, as modulated tones do.
  var isSwelling: Bool { weakest < 0.3 * strongest }

  mutating func add(_ power: Double, smooth: Double) {
    self.power += (power - self.power) / Double(length + 1)
    if length > 6 {
      weakest = min(weakest, recent.0)
      strongest = max(strongest, recent.0)
    }
    recent = (recent.1, recent.2, smooth)
    length += 1
  }
}
