internal import TransportABI

/// The books of one instance under test: its calls and actions, and every breach of the contract.
///
/// A pure value; what a word means and what it is answered are decided here alone.
struct Ledger: Sendable {
  /// Where the instance is in its life.
  enum Phase: String, Sendable {
    case created, initialised, active, draining, dying, gone
  }

  var phase = Phase.created
  var calls: [UInt64: LedgerCall] = [:]
  var actions: [UInt64: LedgerAction] = [:]
  /// The incoming calls that were reported, taken or not, in the order in which they came.
  var incomingOrder: [UInt64] = []
  private(set) var breaches: [Breach] = []
  /// Every readiness of the line that was reported, with its error.
  var lines: [(state: UInt32, retry: UInt32, fault: Fault?)] = []
  /// The last limits that were reported.
  var maxCalls: UInt32?
  /// The last name of the provider that was reported.
  var providerName: String?
  /// The last kinds of handles that were reported; empty: as the descriptor says.
  var handleKinds: [String] = []
  /// How often `deactivated` came.
  var deactivations = 0
  /// How often `report_reset` came.
  var resets = 0
  /// The sentences of `request_restart`.
  var restarts: [String] = []
  /// Log messages, topic and text.
  var log: [String] = []
  /// Transfers that the far end asked for, by call.
  var transferRequests: [(call: UInt64, kind: String, handle: String)] = []
  /// How many words of progress came on transfers.
  var transferProgress = 0
  /// Whether incoming calls are refused, and with what.
  var refusesIncoming: hsw_status?
  private var lastCall: UInt64 = 0
  private var lastAction: UInt64 = 0

  mutating func note(_ kind: Breach.Kind, _ sentence: String) {
    // A plugin that has run wild repeats itself; the first few say it all.
    if breaches.count < 1000 { breaches.append(Breach(kind: kind, sentence: sentence)) }
  }

  // MARK: what the host asks

  mutating func mintCall() -> CallRef {
    lastCall += 1
    return CallRef(id: lastCall)
  }

  mutating func mintAction(_ function: String, call: UInt64, _ effect: LedgerAction.Effect, at now: UInt64) -> UInt64 {
    lastAction += 1
    actions[lastAction] = LedgerAction(function: function, call: call, effect: effect, askedAt: now)
    if effect == .start, calls[call] == nil { calls[call] = LedgerCall(stage: .starting) }
    return lastAction
  }

  /// Takes what a function that carries an action returned.
  mutating func returned(_ status: hsw_status, for action: UInt64) {
    guard let entry = actions[action] else { return }
    actions[action]?.hasReturned = true
    if status == HSW_PENDING { return }
    if status > HSW_PENDING { note(.code, "\(entry.function) answered \(status), which is no status") }
    actions[action]?.words += 1
    guard entry.state == .open else {
      if entry.state != .forgotten, entry.state != .cancelled {
        note(.secondWord, "\(entry.function) called action_done and then answered \(StatusName.of(status)) instead of HSW_PENDING")
      }
      return
    }
    settle(action, entry, status == HSW_OK ? .done : .refused(status))
  }

  /// Books that the host gives an action up; true if there is still something to give up.
  mutating func cancel(_ action: UInt64) -> Bool {
    guard let entry = actions[action], entry.state == .open else { return false }
    actions[action]?.state = .cancelled
    if entry.effect == .start { calls[entry.call]?.stage = .void }
    return true
  }

  /// Forgets every call and action, as a reset does.
  mutating func forgetAll() {
    for (id, call) in calls where call.isUp { calls[id]?.stage = .forgotten }
    for (id, action) in actions where action.state == .open { actions[id]?.state = .forgotten }
  }

  mutating func settle(_ action: UInt64, _ entry: LedgerAction, _ state: LedgerAction.State) {
    actions[action]?.state = state
    guard let call = calls[entry.call], call.isUp else { return }
    switch (entry.effect, state) {
    case (.start, .done): calls[entry.call]?.stage = .dialing
    case (.start, _): calls[entry.call]?.stage = .void
    case (.answer, .done): calls[entry.call]?.stage = .active
    case (.hold(let on), .done): calls[entry.call]?.stage = on ? .held : .active
    default: break
    }
  }

  /// Drops everything about calls that are over and actions that are completed; what is said of them later is unknown.
  mutating func forgetWhatIsOver() {
    calls = calls.filter { $0.value.isUp }
    actions = actions.filter { $0.value.state == .open }
    log = []
    breaches = []
  }

  /// The open actions of a call, oldest first.
  func openActions(of call: UInt64) -> [UInt64] {
    actions.filter { $0.value.call == call && $0.value.state == .open }.keys.sorted()
  }

  /// All open actions, oldest first.
  var openActions: [UInt64] { actions.filter { $0.value.state == .open }.keys.sorted() }
}
