internal import ConformanceHarness
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

/// The call of a step, named so that it has a meaning whatever came before.
enum FuzzCall: Sendable, Hashable, CustomStringConvertible {
  /// A call that is up, counted cyclically from the oldest.
  case up(Int)
  /// A call that is up, counted cyclically back from the latest.
  case latest(Int)
  /// A call that is over, counted cyclically from the oldest.
  case over(Int)
  /// A handle that need not exist.
  case stranger(UInt64)

  var description: String {
    switch self {
    case .up(let index): "up \(index)"
    case .latest(let index): "latest \(index)"
    case .over(let index): "over \(index)"
    case .stranger(let handle): "stranger 0x" + String(handle, radix: 16)
    }
  }

  /// Reads the result of `description`; nil when it is something else.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    let index = Int(words[1]).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    switch words[0] {
    case "up":
      guard let index else { return nil }
      self = .up(index)
    case "latest":
      guard let index else { return nil }
      self = .latest(index)
    case "over":
      guard let index else { return nil }
      self = .over(index)
    case "stranger":
      guard words[1].hasPrefix("0x"), let handle = UInt64(words[1].dropFirst(2), radix: 16) else { return nil }
      self = .stranger(handle)
    default: return nil
    }
  }
}

/// The parts that the host of a fuzz script lacks or refuses.
struct FuzzHost: Sendable, Hashable {
  /// Extensions that it does not offer.
  var missing: Set<HostExtension> = []
  /// Functions that are NULL.
  var absent: Set<HostFunction> = []
  /// A function that returns `refusal` and does nothing; nil for none.
  var refusing: HostFunction?
  var refusal: hsw_status = HSW_E_NOMEM
  /// The length of its structs.
  var shape = HostShape.usual

  /// The functions that may be NULL.
  static let optional: [HostFunction] = [
    .logEnabled, .log, .wire, .isLoop, .isMedia, .transferProgress, .transferRequest, .getSecret,
  ]
  /// The functions that may return an error.
  ///
  /// Removing timers and descriptors always succeeds: otherwise the plugin could not clean up.
  static let refusable = HostFunction.allCases.filter { $0.answersStatus && $0 != .delTimer && $0 != .delFD }
  /// The errors that a host function may return.
  static let refusals: [hsw_status] = [HSW_E_STATE, HSW_E_NOMEM, HSW_E_INVAL]

  var offer: HostOffer {
    var offer = HostOffer(shape: shape, extensions: Set(HostExtension.allCases).subtracting(missing))
    offer.absent = absent
    if let refusing { offer.refusing[refusing] = refusal }
    return offer
  }

  /// Returns true if a breach of that kind counts: a host that refuses a function has an incomplete ledger, which cannot show most kinds.
  func counts(_ kind: Breach.Kind) -> Bool {
    if kind == .staleWord { return false }
    guard refusing != nil else { return true }
    return [.thread, .beforeInit, .afterDestroy, .size, .text].contains(kind)
  }
}
