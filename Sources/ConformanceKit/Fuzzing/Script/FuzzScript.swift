internal import TransportABI

/// What is done to a plugin, from create to destroy: a pure value that can be written down, cut down and played again.
struct FuzzScript: Sendable, Hashable {
  /// What a script is about.
  enum Kind: String, Sendable, Hashable, CaseIterable { case sequence, config }

  /// How far the instance is when the first step comes.
  enum Beginning: String, Sendable, Hashable, CaseIterable { case created, initialised, active }

  var kind: Kind
  /// Where it came from: the seed and its number, for people.
  var seed: UInt64 = 0
  var number = 0
  var host = FuzzHost()
  var beginning = Beginning.active
  var steps: [FuzzStep] = []

  /// Whether an action may be late through no fault of the plugin's: the host does not do its part, the far end is gone, the
  /// machine slept, or the plugin was told to take its time.
  var excusesLateness: Bool {
    let excuses: [FuzzAct] = [.suspend, .apply, .load]
    return host.refusing != nil
      || steps.contains { excuses.contains($0.act) || ($0.act == .farOrder && $0.number == HSW_ORDER_VANISH) }
  }

  /// The row of the table that it belongs to.
  var test: String { "fuzz.\(kind.rawValue)" }
}
