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
