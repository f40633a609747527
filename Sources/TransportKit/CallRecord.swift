/// What the kit knows of one call.
///
/// A class, confined to its instance's loop like all of `Host`: a change to a value in a dictionary costs three allocations.
final class CallRecord {
  /// How far it is.
  ///
  /// It never goes back.
  enum Stage {
    /// Ours, and its start is not completed.
    case starting
    /// Ours, until the far end answers.
    case dialing
    /// The far end's, until we answer.
    case offered
    /// Connected.
    case active
  }

  var stage: Stage
  var isHeld = false
  /// The far end has put us on hold.
  var isHeldByFarEnd = false
  var isMediaMissing = false
  /// An answer or end is under way, so that another one makes no sense.
  var isAnswering = false
  var isEnding = false
  /// The action of the start, while it is not completed.
  var start: UInt64

  init(stage: Stage, start: UInt64 = 0) {
    self.stage = stage
    self.start = start
  }

  /// Takes what the transport reports; false for what would go backwards or cannot be.
  func take(_ state: CallState) -> Bool {
    switch state {
    case .connecting, .ringing, .earlyMedia:
      return stage == .dialing
    case .active:
      guard stage == .dialing || (stage == .active && isHeld) else { return false }
      stage = .active
      isHeld = false
      return true
    case .held:
      guard stage == .active, !isHeld else { return false }
      isHeld = true
      return true
    case .heldByFarEnd, .resumedByFarEnd:
      guard stage == .active, isHeldByFarEnd == (state == .resumedByFarEnd) else { return false }
      isHeldByFarEnd.toggle()
      return true
    case .mediaTimeout, .mediaResumed:
      guard stage == .active, isMediaMissing == (state == .mediaResumed) else { return false }
      isMediaMissing.toggle()
      return true
    }
  }
}
