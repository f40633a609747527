/// Splits a request's tones at their pauses (M2).
enum Tones {
  /// Returns one goal for each run of digits and each pause.
  ///
  /// - Throws: `invalidAction` when a character is not one of `0-9 * # A-D , ;`, or when there is no digit.
  static func goals(_ text: String, on call: CallID) throws(CallError) -> [Goal] {
    var goals: [Goal] = []
    var run = ""
    var before = DTMFKind.singleTone
    var hasDigits = false
    func flush() {
      guard !run.isEmpty else { return }
      goals.append(.perform(call, .playDTMF(run, before)))
      run = ""
    }
    for character in text {
      switch character {
      case "0"..."9", "*", "#", "A"..."D":
        run.append(character)
        hasDigits = true
      case ",":
        flush()
        goals.append(.pause(call, Deadline.softPause))
        before = .softPause
      case ";":
        flush()
        goals.append(.hardPause(call))
        before = .hardPause
      default:
        throw CallError(.invalidAction, [call])
      }
    }
    flush()
    guard hasDigits else { throw CallError(.invalidAction, [call]) }
    return goals
  }
}
