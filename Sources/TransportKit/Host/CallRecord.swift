/// The kit's record of one call.
///
/// A class, confined to its instance's loop like all of `Host`, because changing a value in a dictionary costs three allocations.
final class CallRecord {
  /// The stages of a call; it never goes back to an earlier one, but from held to active.
  enum Stage: UInt8 {
    /// Outgoing; its start is not completed.
    case starting
    /// Outgoing; the far end has not answered.
    case dialing
    /// Incoming; the host has not answered.
    case incoming
    /// Connected.
    case active
    /// Held on this side.
    case held
  }

  var stage: Stage
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

  /// True once it was connected.
  var isUp: Bool { stage == .active || stage == .held }

  /// Applies a reported state; false when it is not possible in the present one.
  func take(_ state: CallState) -> Bool {
    switch state {
    case .connecting, .ringing, .earlyMedia:
      return stage == .dialing
    case .active:
      guard stage == .dialing || stage == .held else { return false }
      stage = .active
      return true
    case .held:
      guard stage == .active else { return false }
      stage = .held
      return true
    case .heldByFarEnd, .resumedByFarEnd:
      guard isUp, isHeldByFarEnd == (state == .resumedByFarEnd) else { return false }
      isHeldByFarEnd.toggle()
      return true
    case .mediaTimeout, .mediaResumed:
      guard isUp, isMediaMissing == (state == .mediaResumed) else { return false }
      isMediaMissing.toggle()
      return true
    }
  }
}

/// An action that is not completed, and its effect on the call.
struct OpenAction {
  /// The effect of an action on its call.
  enum Effect: Equatable {
    case start
    case answer
    case end
    case deflect
    case hold(Bool)
    case other

    /// True for an action whose success ends the call.
    var endsCall: Bool { self == .end || self == .deflect }
  }

  /// The action's call; 0 for none.
  var call: UInt64
  var effect: Effect
}

/// One call of the host into the instance: its action, and the time of all its reports.
struct Turn {
  /// The action of this turn; 0 for none.
  var action: UInt64 = 0
  var open = OpenAction(call: 0, effect: .other)
  /// True once the action was completed in this turn, so that the method's result adds nothing.
  var isCompleted = false
  /// The host's clock, read once a turn; 0 until it is needed.
  var now: UInt64 = 0
}
