package import TransportABI

/// The record of one instance under test: its calls and actions, and every breach of the contract.
///
/// A pure value; it alone decides what a report does and what it returns.
package struct Ledger: Sendable {
  /// The phase of the instance's life.
  package enum Phase: String, Sendable {
    case created, initialised, active, draining, dying, gone
  }

  package var phase = Phase.created
  /// True for an instance in another process, whose reports may cross the host's refusals.
  var isApart = false
  /// True for an instance that plays the far end of the one under test.
  var isFarEnd = false
  package var calls: [UInt64: LedgerCall] = [:]
  package var actions: [UInt64: LedgerAction] = [:]
  /// The incoming calls that the plugin reported, accepted or not, in order.
  package var incomingOrder: [UInt64] = []
  package private(set) var breaches: [Breach] = []
  /// Every reported state of the line, with its error.
  package var lines: [(state: UInt32, retry: UInt32, fault: Fault?)] = []
  /// The last reported limit on simultaneous calls.
  package var maxCalls: UInt32?
  /// The last reported name of the provider.
  package var providerName: String?
  /// The last reported kinds of handles; empty means those of the descriptor.
  var handleKinds: [String] = []
  /// The number of `deactivated` reports.
  package var deactivations = 0
  /// The number of `report_reset` reports.
  var resets = 0
  /// The reasons given with `request_restart`.
  package var restarts: [String] = []
  /// Log messages, each as `topic: text`.
  package var log: [String] = []
  /// Transfers that the far end requested, by call.
  package var transferRequests: [(call: UInt64, kind: String, handle: String)] = []
  /// The number of progress reports on transfers.
  var transferProgress = 0
  /// The part of a handover in which the instance must report nothing, as in `between give and settle`; nil outside of one.
  var stillness: String?
  /// The course of its calls.
  package var transcript = Transcript()
  /// The virtual time of the present step.
  var now: UInt64 = VirtualLoop.beginning
  /// The status that refuses incoming calls; nil accepts them.
  package var refusesIncoming: hsw_status?
  /// The times that reports gave, in order, at most 20,000.
  package private(set) var stamps: [Stamp] = []
  /// The bits that a struct of this version leaves zero and a report had set, in words; one test alone fails on them.
  package private(set) var strays: [String] = []
  private var lastCall: UInt64 = 0
  private var lastAction: UInt64 = 0
  /// The number of calls so far, including those that a reset dropped.
  private var callCount = 0

  package mutating func note(_ kind: Breach.Kind, _ sentence: String) {
    // A plugin that runs wild repeats itself; the first thousand suffice.
    if breaches.count < 1000 { breaches.append(Breach(kind: kind, sentence: sentence)) }
  }

  /// Records the time that a report gave.
  mutating func record(_ function: String, _ time: UInt64) {
    if stamps.count < 20_000 { stamps.append(Stamp(function: function, time: time, arrival: now)) }
  }

  /// Notes bits that a struct should leave zero.
  mutating func noteStray(_ words: String) {
    if strays.count < 100 { strays.append(words) }
  }

  // MARK: the host's requests

  mutating func mintCall() -> CallRef {
    lastCall += 1
    return CallRef(id: lastCall)
  }

  /// Counts a new call.
  mutating func nextOrdinal() -> Int {
    callCount += 1
    return callCount - 1
  }

  /// Returns the handles of the calls for which `isMeant` holds, oldest first.
  package func handles(where isMeant: (LedgerCall) -> Bool) -> [UInt64] {
    calls.filter { isMeant($0.value) }.sorted { $0.value.ordinal < $1.value.ordinal }.map(\.key)
  }

  mutating func mintAction(
    _ function: String, call: UInt64, _ effect: LedgerAction.Effect, at now: UInt64, saying detail: String = ""
  ) -> UInt64 {
    lastAction += 1
    actions[lastAction] = LedgerAction(function: function, call: call, effect: effect, askedAt: now)
    if effect == .start, calls[call] == nil { calls[call] = LedgerCall(stage: .starting, ordinal: nextOrdinal()) }
    tell(call, "\(function)\(detail.isEmpty ? "" : " ")\(portable(detail))", as: .asked)
    return lastAction
  }

  /// Records the status that a function with an action returned.
  mutating func returned(_ status: hsw_status, for action: UInt64) {
    guard let entry = actions[action] else { return }
    actions[action]?.hasReturned = true
    if status == HSW_PENDING { return }
    if status > HSW_PENDING { note(.code, "\(entry.function) answered \(status), which is not a status") }
    actions[action]?.words += 1
    guard entry.state == .open else {
      if entry.state != .forgotten, entry.state != .cancelled {
        note(.secondWord, "\(entry.function) called action_done and then answered \(StatusName.of(status)) instead of HSW_PENDING")
      }
      return
    }
    settle(action, entry, status == HSW_OK ? .done : .refused(status))
  }

  /// Cancels an action, and returns true if it was still open.
  mutating func cancel(_ action: UInt64) -> Bool {
    guard let entry = actions[action], entry.state == .open else { return false }
    actions[action]?.state = .cancelled
    tell(entry.call, "\(entry.function) \(LedgerAction.State.cancelled.outcome)", as: .became)
    if entry.effect == .start { calls[entry.call]?.stage = .void }
    return true
  }

  /// Drops every call and action, as a reset does.
  mutating func forgetAll() {
    tell(0, "everything is forgotten", as: .asked)
    for (id, call) in calls where call.isUp { calls[id]?.stage = .forgotten }
    for (id, action) in actions where action.state == .open { actions[id]?.state = .forgotten }
  }

  mutating func settle(_ action: UInt64, _ entry: LedgerAction, _ state: LedgerAction.State) {
    actions[action]?.state = state
    tell(entry.call, "\(entry.function) \(state.outcome)", as: .became)
    guard let call = calls[entry.call], call.isUp else { return }
    switch (entry.effect, state) {
    case (.start, .done): calls[entry.call]?.stage = .dialing
    case (.start, _): calls[entry.call]?.stage = .void
    case (.answer, .done): calls[entry.call]?.stage = .active
    case (.hold(let on), .done): calls[entry.call]?.stage = on ? .held : .active
    default: break
    }
  }

  /// Drops ended calls, completed actions, the log and the breaches; later reports on those calls and actions count as unknown.
  package mutating func forgetWhatIsOver() {
    stamps = []
    calls = calls.filter { $0.value.isUp }
    actions = actions.filter { $0.value.state == .open }
    log = []
    breaches = []
    transcript.forget()
  }

  /// The open actions of a call, oldest first.
  func openActions(of call: UInt64) -> [UInt64] {
    actions.filter { $0.value.call == call && $0.value.state == .open }.keys.sorted()
  }

  /// All open actions, oldest first.
  package var openActions: [UInt64] { actions.filter { $0.value.state == .open }.keys.sorted() }
}
