/// One stretch of a tone, as a detector expects it.
struct ToneStep: Hashable {
  /// The number of its sound in the plan's vocabulary; nil for silence.
  var sound: Int?
  var isModulated = false
  /// The duration; nil for an endless step.
  var milliseconds: Int?
  /// The level in dBm0, for comparison with the other steps.
  var level = 0.0

  /// The tolerance of a duration: that of E.180 plus the detector's inaccuracy.
  static func tolerance(_ milliseconds: Int) -> Int { max(25, milliseconds * 12 / 100) }

  func admits(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    guard let milliseconds else { return false }
    let off = stretch.milliseconds - milliseconds
    return off <= Self.tolerance(milliseconds) && (stretch.isCut || off >= -Self.tolerance(milliseconds))
  }

  /// Returns true while a stretch in progress can still become this step.
  func mayBecome(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    return milliseconds.map { stretch.milliseconds <= $0 + Self.tolerance($0) } ?? true
  }

  private func isLike(_ stretch: HeardStretch) -> Bool {
    switch stretch.sound {
    case .unknown: false
    case .silence: sound == nil
    // A short stretch does not show the variation yet.
    case .tone(let number): sound == number && (stretch.milliseconds < 200 || stretch.isSwelling == isModulated || !matters)
    }
  }

  /// True where modulation is significant: two tones together beat, which looks like modulation.
  var matters = true
}
