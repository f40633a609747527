/// The line's work for one request or rule: ordered goals and the step under way.
struct Plan: Hashable, Sendable {
  /// The lane of a plan, which decides what it waits for.
  enum Lane: Hashable, Sendable {
    /// The line's lane: one plan at a time (X6).
    case line
    /// Ends: they overtake all other plans.
    case ends
    /// Mute and tones alone: in order for each call, beside other plans.
    case besides
    /// A transfer that was sent (R1).
    case transfer
    /// The host's own commands about a call that is not in front (I5, H8, R3).
    case host
  }

  /// A goal and the index of its action in the request.
  struct Item: Hashable, Sendable {
    var goal: Goal
    var action: Int
  }

  /// The step whose answers are awaited.
  enum Step: Hashable, Sendable {
    /// The arbiter's own holds, to make room.
    case hold(Few<CallID>)
    /// The arbiter's own ends, to make room.
    case ends
    /// The requested command itself.
    case own(Few<CallID>, CallOperation)
    /// A step that undoes an earlier one.
    case undo(Undo)
  }

  /// The undo of a step, for a plan that fails (X3, G4, G6).
  enum Undo: Hashable, Sendable {
    case resume(Few<CallID>)
    case hold(Few<CallID>)
    /// Return the call to the bridge of a call that it left, or take it off every bridge.
    case regroup(CallID, with: CallID?)
    /// Return the call to its host-mixed group; no command is sent.
    case remix(CallID, with: CallID)
  }

  /// A command sent ahead of its goal's turn, as part of a whole transaction (X5).
  struct Ahead: Hashable, Sendable {
    var item: Int
    var command: CommandID
    var call: CallID
    var operation: CallOperation
    var problem: CallError?
    var isAnswered = false
  }

  let number: UInt64
  /// True when the current goal has sent or awaited something.
  var hasBegun = false
  /// The request that waits for the result; nil once reported, or for the host's own plans.
  var request: RequestID?
  let title: RequestTitle
  var lane: Lane
  var context: PlanContext
  var items: Few<Item>
  /// The details for callers whose ringing calls the plan declines.
  var declines: [CallID: Decline] = [:]
  var cursor = 0
  var step: Step?
  var awaiting = Few<CommandID>()
  var problem: CallError?
  var undo: [Undo] = []
  /// True after a failure: the plan awaits what is in flight, then undoes its steps.
  var isFailed = false
  /// The end of a soft pause.
  var pausedUntil: Instant?
  /// True while the plan waits for `continueDTMF`.
  var waitsForContinue = false
  /// A call that the group change under way leaves behind.
  var leftBehind: CallID?
  var ahead: [Ahead] = []

  /// The current goal.
  var goal: Goal? { cursor < items.count ? items[cursor].goal : nil }
  /// True once the goal's own command was carried out, which may itself have ended the call.
  var isAnswered: Bool {
    guard case .own? = step else { return false }
    return awaiting.isEmpty && problem == nil
  }

  /// True when the plan starts an emergency call.
  var startsEmergency = false

  /// The new calls that its goals start.
  var starts: Few<CallID> {
    var calls = Few<CallID>()
    for index in items.indices { if case .start(let call) = items[index].goal { calls.append(call) } }
    return calls
  }

  /// True for a plan beside the line's that waits for earlier ones about its call (X6).
  var isInOrder: Bool {
    items.allSatisfy { item in
      guard case .perform(_, let operation) = item.goal else { return true }
      return operation.isInOrder
    }
  }

  /// The calls of the goals still to be reached.
  var subjects: Few<CallID> {
    var calls = Few<CallID>()
    for item in items.dropFirst(cursor) { if let call = item.goal.subject { calls.append(call) } }
    return calls
  }
}
