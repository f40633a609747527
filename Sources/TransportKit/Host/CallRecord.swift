/// The kit's record of one call.
///
/// A class, confined to its instance's loop like all of `Host`, because changing a value in a dictionary costs three allocations.
final class CallRecord {
  /// The progress of the call.
  ///
  /// A call never goes back to an earlier stage.
  enum Stage {
    /// Outgoing; its start is not completed.
    case starting
    /// Outgoing; the far end has not answered.
    case dialing
    /// Incoming; the host has not answered.
    case offered
    /// Connected.
    case active
  }

  var stage: Stage
  var isHeld = false
  /// True while the far end holds the call.
  var isHeldByFarEnd = false
  var isMediaMissing = false
  /// True while an answer is pending; a second one is refused.
  var isAnswering = false
  var isEnding = false
  /// The id of the start action; 0 once it is completed.
  var start: UInt64

  init(stage: Stage, start: UInt64 = 0) {
    self.stage = stage
    self.start = start
  }

  /// Applies a reported state; false when it is not possible in the present one.
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
