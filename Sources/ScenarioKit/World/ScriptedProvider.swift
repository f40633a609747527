internal import CallControl

/// A provider that reacts to actions as its script says.
struct ScriptedProvider: Sendable {
  var configuration: ProviderConfiguration
  /// True when it is ready after its start and after each restart.
  let beginsReady: Bool
  /// True when the host tries it again by itself after a quarantine (P7).
  let recovers: Bool
  var behaviours: [CallOperation.Kind: Behaviour]
  /// The unanswered actions, oldest first.
  var open: [CommandRef] = []
  /// False after a crash: it then gets and reports nothing until it is restarted.
  var isRunning = true
  /// A number that grows whenever it forgets its planned reports.
  var life = 0
  /// The calls of an instance that was lost while the other goes on (P8).
  private(set) var lostCalls: Set<CallID> = []

  init(_ settings: ProviderSettings) {
    configuration = settings.configuration
    beginsReady = settings.isReady
    recovers = settings.recovers
    behaviours = settings.behaviours
  }

  func behaviour(_ kind: CallOperation.Kind) -> Behaviour {
    behaviours[kind] ?? .obey(after: nil)
  }

  /// Forgets its calls, its actions and its planned reports.
  mutating func forget() {
    open = []
    life += 1
  }

  /// Forgets some calls, and what it was about to report of them.
  mutating func forget(_ calls: [CallID]) {
    open.removeAll { calls.contains($0.call) }
    lostCalls.formUnion(calls)
  }

  /// Removes and returns its oldest open action of this kind and call.
  mutating func takeOpen(_ kind: CallOperation.Kind, _ call: CallID) -> CommandRef? {
    guard let place = open.firstIndex(where: { $0.kind == kind && $0.call == call }) else { return nil }
    return open.remove(at: place)
  }

  mutating func close(_ ref: CommandRef) {
    open.removeAll { $0 == ref }
  }
}
