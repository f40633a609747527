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
