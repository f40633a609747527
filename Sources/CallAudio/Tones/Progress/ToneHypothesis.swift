/// A tone that what was heard may be, and how far it has come.
struct ToneHypothesis {
  let entry: Int
  /// The step that is to be heard now.
  private(set) var step: Int
  /// How many sounding steps were heard to their end.
  private(set) var sounded = 0
  /// The last sounding step's level, as heard and as it should be.
  private var last: (heard: Double, nominal: Double)?
  /// Whether it was heard to the end of a tone that ends.
  private(set) var isComplete = false

  init(entry: Int, step: Int) {
    self.entry = entry
    self.step = step
  }

  /// Whether the stretch that goes on now still fits.
  func fits(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    isComplete || entry.steps[step].mayBecome(stretch)
  }

  /// Takes a stretch that is over; false when it was not the step expected.
  mutating func take(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    guard !isComplete else { return false }
    let expected = entry.steps[step]
    guard expected.admits(stretch) else { return false }
    if expected.sound != nil {
      let heard = decibels(stretch.power)
      // Two bursts that should differ by 10 dB, or not at all, do so within 5.
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

  /// Whether enough was heard to name it, were it the only one left.
  func isEvident(_ stretch: HeardStretch, _ entry: ToneVocabulary.Entry) -> Bool {
    isComplete || (entry.repeats && sounded > 0) || (entry.steps[step].milliseconds == nil && stretch.milliseconds >= 200)
  }
}
