/// What a detector expects of one stretch of a tone.
struct ToneStep: Hashable {
  /// Its sound in the plan's vocabulary; nil: silence.
  var sound: Int?
  var isModulated = false
  /// nil: without end.
  var milliseconds: Int?
  /// dBm0, to be compared with its neighbours.
  var level = 0.0

  /// How far off a length may be: what E.180 allows, and the detector's own fuzziness.
  static func tolerance(_ milliseconds: Int) -> Int { max(25, milliseconds * 12 / 100) }

  func admits(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    guard let milliseconds else { return false }
    let off = stretch.milliseconds - milliseconds
    return off <= Self.tolerance(milliseconds) && (stretch.isCut || off >= -Self.tolerance(milliseconds))
  }

  /// Whether a stretch that goes on may yet become this step.
  func mayBecome(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    return milliseconds.map { stretch.milliseconds <= $0 + Self.tolerance($0) } ?? true
  }

  private func isLike(_ stretch: HeardStretch) -> Bool {
    switch stretch.sound {
    case .unknown: false
    case .silence: sound == nil
    // Too short a stretch shows no swell.
    case .tone(let number): sound == number && (stretch.milliseconds < 200 || stretch.isSwelling == isModulated || !matters)
    }
  }

  /// Two tones together beat, which looks like a swell: it tells something of single ones only.
  var matters = true
}
