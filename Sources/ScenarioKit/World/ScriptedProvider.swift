internal import CallControl

/// A provider that does what its script says with the actions that it gets.
struct ScriptedProvider: Sendable {
  var configuration: ProviderConfiguration
  /// Whether its head said that it is ready when it begins.
  let beginsReady: Bool
  var behaviours: [CommandKind: Behaviour]
  /// What it has not answered, the oldest first.
  var open: [CommandRef] = []
  /// Whether it runs: crashed it gets nothing and says nothing until it is restarted.
  var isRunning = true
  /// Grows when it forgets all that it was about to say.
  var life = 0

  init(_ settings: ProviderSettings) {
    configuration = settings.configuration
    beginsReady = settings.isReady
    behaviours = settings.behaviours
  }

  func behaviour(_ kind: CommandKind) -> Behaviour {
    behaviours[kind] ?? .obey(after: nil)
  }

  /// It forgets its calls, its actions, and all that it was about to say.
  mutating func forget() {
    open = []
    life += 1
  }

  /// Takes its oldest open action of a kind and call.
  mutating func takeOpen(_ kind: CommandKind, _ call: CallID) -> CommandRef? {
    guard let place = open.firstIndex(where: { $0.kind == kind && $0.call == call }) else { return nil }
    return open.remove(at: place)
  }

  mutating func close(_ ref: CommandRef) {
    open.removeAll { $0 == ref }
  }
}
