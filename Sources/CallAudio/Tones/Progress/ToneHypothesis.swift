/// A tone that the audio may be, and the position in it.
struct ToneHypothesis {
  let entry: Int
  /// The step expected now.
  private(set) var step: Int
  /// The number of sounding steps completed.
  private(set) var sounded = 0
  /// The last sounding step's level, measured and nominal.
  private var last: (heard: Double, nominal: Double)?
  /// True after the end of a tone that plays once.
  private(set) var isComplete = false

  init(entry: Int, step: Int) {
    self.entry = entry
    self.step = step
  }

  /// Returns true while the present stretch still fits.
  func fits(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    isComplete || entry.steps[step].mayBecome(stretch)
  }

  /// Accepts a complete stretch; false when it is not the expected step.
  mutating func take(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    guard !isComplete else { return false }
    let expected = entry.steps[step]
    guard expected.admits(stretch) else { return false }
    if expected.sound != nil {
      let heard = decibels(stretch.power)
      // The level difference of two bursts (0 or 10 dB in the plans) must match within 5 dB.
      if let last, abs((heard - last.heard) - (expected.level - last.nominal)) > 5 { return false }
      last = (heard, expected.level)
      sounded += 1
    }
    step += 1
    guard step == entry.steps.count else { return true }
    step = 0
    isComplete = !entry.repeats
    return true
  }

  /// Returns true when the audio suffices to report the tone, were it the only one left.
  func isEvident(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    isComplete || (entry.repeats && sounded > 0) || (entry.steps[step].milliseconds == nil && stretch.milliseconds >= 200)
  }
}

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
