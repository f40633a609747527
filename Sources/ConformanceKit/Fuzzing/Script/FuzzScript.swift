internal import TransportABI

/// The steps that test a plugin, from create to destroy: a pure value that can be written, shortened and played again.
struct FuzzScript: Sendable, Hashable {
  /// The subject of a script.
  enum Kind: String, Sendable, Hashable, CaseIterable { case sequence, config }

  /// The state of the instance before the first step.
  enum Beginning: String, Sendable, Hashable, CaseIterable { case created, initialised, active }

  var kind: Kind
  /// The seed and number from which it was made, for information.
  var seed: UInt64 = 0
  var number = 0
  var host = FuzzHost()
  var beginning = Beginning.active
  var steps: [FuzzStep] = []

  /// True if an action may be late without a fault of the plugin.
  ///
  /// The reason is a host that refuses a function, a far end that is gone, a machine that slept, or a configuration or state that slows the
  /// plugin.
  var excusesLateness: Bool {
    let excuses: [FuzzAct] = [.suspend, .apply, .load]
    return host.refusing != nil
      || steps.contains { excuses.contains($0.act) || ($0.act == .farOrder && $0.number == HSW_ORDER_VANISH) }
  }

  /// The id of the test that it belongs to.
  var test: String { "fuzz.\(kind.rawValue)" }
}
