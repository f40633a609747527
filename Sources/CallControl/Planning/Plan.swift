/// What the line does about one request, or about one of its own rules: goals in order, and what is awaited just now.
struct Plan: Hashable, Sendable {
  /// Which plans wait for each other.
  enum Lane: Hashable, Sendable {
    /// One at a time on the line (X6).
    case line
    /// Ends overtake: beside everything else.
    case ends
    /// Mute and tones alone: in order for each call, beside everything else.
    case besides
    /// A transfer that was sent (R1).
    case transfer
    /// The host's own word about a call that is not in front (I5, H8, R3).
    case host
  }

  /// A goal, and the action of the request that it belongs to.
  struct Item: Hashable, Sendable {
    var goal: Goal
    var action: Int
  }

  /// What is awaited.
  enum Step: Hashable, Sendable {
    /// The arbiter's own holds, to make room.
    case hold(Few<CallID>)
    /// The arbiter's own ends, to make room.
    case ends
    /// What was asked.
    case own(Few<CallID>, CommandContent)
    /// Taking back what was done.
    case undo(Undo)
  }

  /// How a step is taken back when the plan fails (X3, G4, G6).
  enum Undo: Hashable, Sendable {
    case resume(Few<CallID>)
    case hold(Few<CallID>)
    /// Back onto the bridge of whoever it left behind, or off every bridge.
    case regroup(CallID, with: CallID?)
    /// Back into the group that the host mixes; nobody is asked.
    case remix(CallID, with: CallID)
  }

  /// A command that went to its provider ahead of its goal's turn, as part of a whole transaction (X5).
  struct Ahead: Hashable, Sendable {
    var item: Int
    var command: CommandID
    var call: CallID
    var content: CommandContent
    var problem: CallError?
    var isAnswered = false
  }

  let number: UInt64
  /// Whether something was asked, or is awaited, for the goal whose turn it is.
  var hasBegun = false
  /// Who waits for the result; nil once it was told, or when nobody does.
  var request: RequestID?
  let title: RequestTitle
  var lane: Lane
  var context: PlanContext
  var items: Few<Item>
  /// What callers are told whose ringing calls it ends.
  var declines: [CallID: Decline] = [:]
  var cursor = 0
  var step: Step?
  var awaiting = Few<CommandID>()
  var problem: CallError?
  var undo: [Undo] = []
  /// It failed: what is in flight is awaited, then what was done is taken back.
  var isFailed = false
  /// When a soft pause is over.
  var pausedUntil: Instant?
  /// Whether it waits for `continueDTMF`.
  var waitsForContinue = false
  /// Of a change of groups that is under way: somebody whom the call leaves behind.
  var leftBehind: CallID?
  var ahead: [Ahead] = []

  /// The goal whose turn it is.
  var goal: Goal? { cursor < items.count ? items[cursor].goal : nil }
  /// Whether it starts an emergency call.
  var startsEmergency = false

  /// The new calls that its goals start.
  var starts: Few<CallID> {
    var calls = Few<CallID>()
    for index in items.indices { if case .start(let call) = items[index].goal { calls.append(call) } }
    return calls
  }

  /// The calls whose goals are still to be reached.
  var subjects: Few<CallID> {
    var calls = Few<CallID>()
    for item in items.dropFirst(cursor) { if let call = item.goal.subject { calls.append(call) } }
    return calls
  }
}
