/// The content of 10 ms of audio, classified by a plan.
enum HeardSound: Hashable {
  /// Silence, or noise far weaker than the tones.
  case silence
  /// Sound without the plan's frequencies: speech, music.
  case unknown
  /// The plan's sound with this number.
  case tone(Int)

  /// The units of 10 ms that it must last to count; anything shorter is a beat of the surrounding tone.
  var patience: Int {
    switch self {
    case .tone: 3
    case .silence, .unknown: 5
    }
  }
}

/// A stretch of equal content.
struct HeardStretch {
  var sound: HeardSound
  /// The start, in units of 10 ms.
  var start: Int
  /// The length in units.
  var length = 0
  private(set) var power = 0.0
  /// The power of the weakest and the strongest 20 ms, without the edges.
  private var weakest = Double.infinity
  private var strongest = 0.0
  /// The last three values, held back because they may be the edge.
  private var recent = (0.0, 0.0, 0.0)
  /// True when the stretch began before the detector did, so it may be longer than measured.
  var isCut = false

  init(sound: HeardSound, start: Int, isCut: Bool = false) {
    self.sound = sound
    self.start = start
    self.isCut = isCut
  }

  var milliseconds: Int { length * 10 }
  /// True when the amplitude varies deeply, as in modulated tones.
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
