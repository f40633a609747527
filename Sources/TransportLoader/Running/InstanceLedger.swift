internal import CallControl
internal import TransportABI

/// The ledger of one instance: the one table of its calls and actions, and the messages that are not yet passed on.
///
/// A pure value behind the instance's lock. It checks the transport's messages against the contract (the core checks the rules between
/// calls); a message that breaks the contract is counted, answered with an error and dropped. Each message that it accepts names its call
/// and action as the core does, so that whoever passes it on needs no second table.
struct InstanceLedger: Sendable {
  /// The state of a call.
  struct Call: Equatable, Sendable {
    /// The stages of a call, in the words of the contract; ringing is told apart by `CallHandle.isTransports`.
    enum Stage: Equatable, Sendable {
      /// Outgoing; its start is not completed.
      case starting
      /// Outgoing; its start is completed.
      case dialing
      /// Outgoing; the network routes it, or the far end is alerted.
      case connecting
      /// Incoming; not answered.
      case incoming
      /// Connected.
      case active
      /// Held on this side.
      case held
    }

    /// The core's id; nil for a call that was started without one.
    var id: CallID?
    var stage: Stage
    /// The number of its actions that are not completed.
    var pending = 0
    /// True when the host has ended the call or knows of its end: further reports about it are not for the core.
    var isOver = false

    /// True once it was connected.
    var isUp: Bool { stage == .active || stage == .held }
  }

  /// The effect of an action on its call.
  enum Effect: Equatable, Sendable {
    case start, answer, end, hold(Bool)
    /// Hands the far end over; `with`: the other call, which ends too, or none.
    case transfer(with: CallHandle)
    case other
  }

  /// The call of a requested action.
  enum Target {
    case none
    case call(CallHandle)
    case id(CallID)
    /// A call that the action starts.
    case new(CallID?)
  }

  /// A requested action, as it was recorded.
  struct Booking {
    enum Result {
      /// It is to be sent.
      case booked
      /// It cannot be sent now; its failure was added to the messages.
      case failed
      /// The instance is gone and sends no message any more.
      case gone
    }

    var result: Result
    var action: ActionHandle
    var call = CallHandle.none
    /// The stage of its call; nil without one.
    var stage: Call.Stage?
  }

  /// An action that is not completed.
  struct Action: Sendable {
    var call: CallHandle
    var effect: Effect
    var requester: TransportWord.Requester
    var wasDelivered = false
    var isCancelled = false
  }

  var phase = InstancePhase.created
  /// True after close was requested: no call begins any more.
  var isClosing = false
  /// True once new calls go to another instance of the provider.
  var isRetired = false
  /// The core's calls that were forgotten with a loss, a reset or the end of the instance, until `takeForgotten`.
  private var forgotten: [CallID] = []
  /// True between the two halves of a handover: the transport must say nothing but messages for people.
  var isSilent = false
  /// The messages that the host does not have yet.
  var words: [TransportWord] = [] {
    didSet {
      guard areWaiting == words.isEmpty else { return }
      areWaiting.toggle()
      if areWaiting { whenWordsBegin?() }
    }
  }
  private var areWaiting = false
  /// Has the messages passed on; called with the first of them, under the ledger's lock.
  var whenWordsBegin: (@Sendable () -> Void)?
  /// The room for words that wait; without a limit in the host's own process.
  var room = WordRoom()
  var misbehaviour = TransportMisbehaviour()
  /// True once the transport has reported its line's state; otherwise the line is ready on activation.
  var hasSaidLine = false
  var calls = HandleMap<Call>()
  var actions = HandleMap<Action>()
  var endedCalls = RecentHandles()
  var givenUp = RecentHandles()
  private var handles: [CallID: CallHandle] = [:]
  private var lastCall: UInt64 = 0
  private(set) var lastAction: UInt64 = 0

  // MARK: the host's side

  /// The call with the core's id.
  func handle(of id: CallID) -> CallHandle? { handles[id] }

  /// Records an action before it is sent, under a new handle; `.new` makes its call too.
  mutating func book(_ effect: Effect, of target: Target, for requester: TransportWord.Requester = .sink) -> Booking {
    lastAction += 1
    let action = ActionHandle(rawValue: lastAction)
    let isNew = if case .new = target { true } else { false }
    guard phase != .destroying, phase != .destroyed, !(isRetired && isNew) else { return Booking(result: .gone, action: action) }
    // The failure goes through the queue of messages, so that it cannot overtake the report of its call's end.
    func failed(_ code: TransportFault.Code, _ call: CallHandle = .none) -> Booking {
      words.append(.completed(.init(handle: action, call: call, requester: requester), TransportFault(code)))
      return Booking(result: .failed, action: action, call: call)
    }
    guard let call = find(target) else { return failed(.noSuchCall) }
    guard phase == .active || phase == .draining, !isClosing || !isNew else { return failed(.wrongState, call) }
    if case .new(let id) = target {
      add(call, Call(id: id, stage: .starting))
    } else if call != .none, !calls.contains(call.rawValue) {
      // The call ended while the request was on its way: the transport would fail it with the same code.
      return failed(.noSuchCall, call)
    }
    actions[action.rawValue] = Action(call: call, effect: effect, requester: requester)
    calls[call.rawValue]?.pending += 1
    return Booking(result: .booked, action: action, call: call, stage: calls[call.rawValue]?.stage)
  }

  /// Records the host's own end of a call, whose completion and report the core does not need; nil when the call is over already.
  mutating func bookOwnEnd(of call: CallHandle) -> Booking? {
    guard let entry = calls[call.rawValue], !entry.isOver else { return nil }
    calls[call.rawValue]?.isOver = true
    return book(.end, of: .call(call))
  }

  /// Records the host's own deflect of a call that the core refused; nil when the call is over already.
  ///
  /// From now on the call counts as over, so that reports about it are not for the core.
  mutating func bookOwnDeflect(of call: CallHandle, _ completion: @escaping @Sendable (TransportFault?) -> Void) -> Booking? {
    guard let entry = calls[call.rawValue], !entry.isOver else { return nil }
    calls[call.rawValue]?.isOver = true
    return book(.transfer(with: .none), of: .call(call), for: .caller(completion))
  }

  /// Makes the next booking use the handles that a host in another process has given.
  mutating func follow(action: ActionHandle, call: CallHandle) {
    lastAction = action.rawValue &- 1
    if call != .none { lastCall = call.rawValue &- 1 }
  }

  private mutating func find(_ target: Target) -> CallHandle? {
    switch target {
    case .none: return CallHandle.none
    case .call(let handle): return handle
    case .id(let id): return handles[id]
    case .new:
      lastCall += 1
      return CallHandle(rawValue: lastCall)
    }
  }

  /// Returns true when a recorded action is still wanted on its turn.
  mutating func deliver(_ action: ActionHandle) -> Bool {
    guard let entry = actions[action.rawValue], !entry.isCancelled else { return false }
    if entry.effect != .start, entry.call != .none, !calls.contains(entry.call.rawValue) {
      complete(action.rawValue, entry, TransportFault(.noSuchCall))
      return false
    }
    actions[action.rawValue]?.wasDelivered = true
    return true
  }

  /// Gives an action up; a later completion is stale.
  ///
  /// Returns false when it was completed already.
  mutating func cancel(_ action: ActionHandle) -> Bool {
    guard actions.contains(action.rawValue) else { return false }
    actions[action.rawValue]?.isCancelled = true
    return true
  }

  /// Gives up a command of the core, which takes a call that it starts or ends for over from now on.
  ///
  /// Returns nil when the transport completed it already. The completion is then on its way to the core, which ends a call whose start or
  /// answer was done too late (T3).
  mutating func giveUp(_ ref: CommandRef) -> (action: ActionHandle, call: CallHandle)? {
    guard let (action, entry) = actions.first(where: { !$0.isCancelled && $0.requester.isCommand(ref) }) else { return nil }
    actions[action]?.isCancelled = true
    if entry.effect == .start || entry.effect == .end { calls[entry.call.rawValue]?.isOver = true }
    if entry.effect == .start { handles[ref.call] = nil }
    return (ActionHandle(rawValue: action), entry.call)
  }

  /// Removes a cancelled action; true when the transport has received it and must be told of the cancellation.
  mutating func forgetCancelled(_ action: ActionHandle) -> Bool {
    guard let entry = actions.removeValue(forKey: action.rawValue) else { return false }
    givenUp.insert(action.rawValue)
    calls[entry.call.rawValue]?.pending -= 1
    if entry.effect == .start { endCall(entry.call) }
    return entry.wasDelivered
  }

  /// Handles the return value of a function that carries an action.
  mutating func returned(_ status: hsw_status, for action: ActionHandle) {
    guard let entry = actions[action.rawValue] else {
      // It was completed inside the function: any status but PENDING completes it twice, unless a reset or a loss came in between.
      if status != HSW_PENDING, phase.canSpeak, !givenUp.contains(action.rawValue) { misbehaviour.double += 1 }
      return
    }
    guard status != HSW_PENDING, !entry.isCancelled else { return }
    if status > HSW_PENDING { misbehaviour.malformed += 1 }
    complete(action.rawValue, entry, status == HSW_OK ? nil : TransportFault(status: status))
  }

  /// Removes every call and action, without a message to the core; those who wait for an action themselves learn that it failed.
  mutating func forgetAll(_ fault: TransportFault) {
    if calls.count > 0 { forgotten = liveCalls }
    for (call, _) in calls.sorted { endedCalls.insert(call) }
    for (action, entry) in actions.sorted {
      givenUp.insert(action)
      if case .caller = entry.requester { words.append(.completed(entry.named(action), fault)) }
    }
    calls.removeAll()
    actions.removeAll()
    handles = [:]
  }

  /// Removes every call and action because the host has forgotten them, and the messages about them that are not yet passed on.
  mutating func reset() {
    words.removeAll(where: \.isAboutCalls)
    forgetAll(TransportFault(.cancelled, "it was reset"))
    forgotten = []
  }

  /// Returns the core's calls that it has, without those of which the core knows that they are over.
  var liveCalls: [CallID] { calls.sorted.compactMap { $0.value.isOver ? nil : $0.value.id } }

  /// Returns the core's calls that were forgotten, once.
  mutating func takeForgotten() -> [CallID] {
    defer { forgotten = [] }
    return forgotten
  }

  // MARK: the table

  /// Adds a call.
  mutating func add(_ call: CallHandle, _ entry: Call) {
    calls[call.rawValue] = entry
    if let id = entry.id { handles[id] = call }
  }

  /// Removes a call.
  mutating func endCall(_ call: CallHandle) {
    guard let entry = calls.removeValue(forKey: call.rawValue) else { return }
    endedCalls.insert(call.rawValue)
    if let id = entry.id, handles[id] == call { handles[id] = nil }
  }

  /// Removes an action that is done (nil) or failed, reports it, and applies its effect to its call.
  mutating func complete(_ action: UInt64, _ entry: Action, _ fault: TransportFault?) {
    actions[action] = nil
    words.append(.completed(entry.named(action), fault))
    let call = entry.call.rawValue
    calls[call]?.pending -= 1
    switch (entry.effect, fault) {
    case (.start, nil): calls[call]?.stage = .dialing
    case (.start, .some): endCall(entry.call)
    case (.answer, nil): calls[call]?.stage = .active
    case (.hold(let on), nil): calls[call]?.stage = on ? .held : .active
    // The core takes the completion, failed or not, for the end of the call.
    case (.end, _): calls[call]?.isOver = true
    case (.transfer(let other), nil):
      calls[call]?.isOver = true
      calls[other.rawValue]?.isOver = true
    case (.answer, .some), (.hold, .some), (.transfer, .some), (.other, _): break
    }
  }
}

extension InstanceLedger.Action {
  /// The action as messages name it.
  func named(_ action: UInt64) -> TransportWord.Action {
    TransportWord.Action(handle: ActionHandle(rawValue: action), call: call, requester: requester)
  }
}

/// The phases of an instance's life, in the words of the contract's life cycle (transport.h).
enum InstancePhase: Equatable, Sendable {
  /// Before init: it must not call the host.
  case created
  /// From init: it may call the host, but has no calls.
  case initialized
  /// From activate: it has calls and actions.
  case active
  /// From deactivate: calls end, none begin.
  case draining
  /// After deactivate: the queued posts run.
  case deactivated
  /// From destroy, or from a loss on: it reports nothing more.
  case destroying
  /// It is destroyed, or its thread is lost; its messages are dropped.
  case destroyed

  /// True while the host's functions serve it.
  var canSpeak: Bool { self != .created && self != .destroying && self != .destroyed }
}
