internal import TransportABI

/// The steps that test a plugin, from create to destroy: a pure value that can be written, shortened and played again.
package struct FuzzScript: Sendable, Hashable {
  /// The subject of a script.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case sequence, config

    /// The id of the test that plays such scripts.
    package var test: String { "fuzz.\(rawValue)" }

    /// The property that this test shows.
    package var title: String {
      switch self {
      case .sequence: "Random sequences of calls, on hosts that lack something, break no rule"
      case .config: "Random configurations do no harm"
      }
    }
  }

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
}

/// One step of a fuzz script.
struct FuzzStep: Sendable, Hashable {
  var act: FuzzAct
  var call: FuzzCall?
  var with: FuzzCall?
  var number: UInt32?
  /// Bytes, since some of a plugin's input is not valid text.
  var text: [UInt8]?
  /// The virtual milliseconds that pass after it.
  var wait: UInt32 = 0

  init(_ act: FuzzAct, _ call: FuzzCall? = nil, with: FuzzCall? = nil, number: UInt32? = nil, text: [UInt8]? = nil, wait: UInt32 = 0) {
    self.act = act
    self.call = call
    self.with = with
    self.number = number
    self.text = text
    self.wait = wait
  }
}

/// The act of a step: a plugin function, or an event around the plugin.
enum FuzzAct: String, Sendable, Hashable, CaseIterable {
  case initialise = "init"
  case activate, deactivate, reset
  case start, answer, end, shown, cancel
  case hold, mute, play, group, transfer, verdict
  case transferTo = "transfer-to"
  case deflect
  case register, ping, dump, schema, apply, save, load
  /// Creates a second instance with a configuration, starts it, and destroys it.
  case create
  case farCall = "far-call"
  case farOrder = "far-order"
  case observe
  /// The machine sleeps for `number` seconds.
  case suspend

  /// A further argument of a step.
  enum Argument: String, Sendable, Hashable, CaseIterable { case call, with, number, text }

  /// The arguments that the act takes.
  var takes: Set<Argument> {
    switch self {
    case .initialise, .activate, .reset, .ping, .schema: []
    case .answer, .shown, .observe: [.call]
    case .end, .hold, .mute, .verdict: [.call, .number]
    case .group, .transfer: [.call, .with]
    case .transferTo, .deflect: [.call, .text]
    case .play, .farOrder: [.call, .number, .text]
    case .dump: [.call]
    case .deactivate, .cancel, .register, .save, .suspend: [.number]
    case .start, .apply, .create, .farCall: [.text]
    case .load: [.number, .text]
    }
  }

  /// The arguments that the act needs.
  var needs: Set<Argument> {
    switch self {
    case .group: [.call]
    case .dump: []
    case .farOrder: [.call, .number]
    case .transfer: [.call, .with]
    default: takes.subtracting([.text, .number])
    }
  }
}
