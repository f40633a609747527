internal import FoundationEssentials
internal import Hookswitch

/// A parsed command line of `hookswitch run`.
enum RunOrder: Equatable, Sendable {
  /// Ask the host about a call: the named one, or else the newest that fits.
  case request(CallName?, CallFit, RequestForm)
  case dial(provider: String, handle: String)
  case swap
  case merge([CallName])
  case record(CallName?, file: String, asGroup: Bool)
  case stop(CallName?)
  /// Connect a call's audio to a program.
  case stream(CallName?, url: String, StreamTerms)
  case audio
  case route(String)
  case stats(CallName?, provider: String?)
  /// New settings for a provider: one JSON object, as typed.
  case configure(provider: String, settings: String)
  case calls
  case processes
  /// Change the version of a transport: the provider or the transport, the file, and the times.
  case upgrade(String, file: String?, UpgradeTimes)
  case wait(Awaited, CallName?, Duration?)
  /// Show a text about all commands, or about one.
  case help(String)
  case quit

  /// Returns the order to ask the host about a call.
  static func ask(_ call: CallName?, _ fit: CallFit, _ body: @escaping @Sendable (CallID) -> RequestBody) -> RunOrder {
    .request(call, fit, .about(body))
  }

  /// Returns the order to ask the host about a call and the target that the person named.
  static func ask(
    _ call: CallName?, _ fit: CallFit, to target: RequestForm.Target, _ body: @escaping @Sendable (CallID, TransferTarget) -> RequestBody
  ) -> RunOrder {
    .request(call, fit, .to(target, body))
  }
}

extension RunOrder {
  /// Returns the order to ask the host about a call and the handle that the person typed.
  static func ask(
    _ call: CallName?, _ fit: CallFit, toHandle text: String, _ operation: @escaping @Sendable (Handle) -> CallOperation
  ) -> RunOrder {
    .request(call, fit, .toHandle(text, operation))
  }
}

/// The part of a program in a call whose audio it gets.
struct StreamTerms: Equatable, Sendable {
  /// True when the program only hears.
  var listens = false
  /// True when the program may answer, send digits, transfer and hang up.
  var isControlling = false
}

/// The limits on the times for which an upgrade waits for calls.
struct UpgradeTimes: Equatable, Sendable {
  /// The time to wait for the end of calls in the way.
  var wait = Duration.zero
  /// The time for the old process to finish its calls.
  var drain = Duration.seconds(600)
}

/// A request as the host takes it, without its call, which the machine finds.
enum RequestForm: Sendable {
  /// A target as typed; the provider of the call decides the kind of a handle without a scheme.
  enum Target: Equatable, Sendable {
    case handle(String)
    case call(CallName)
  }

  case about(@Sendable (CallID) -> RequestBody)
  case to(Target, @Sendable (CallID, TransferTarget) -> RequestBody)
  /// An operation to a handle as typed.
  case toHandle(String, @Sendable (Handle) -> CallOperation)
}

extension RequestForm: Equatable {
  /// Returns true when both forms make the same request about the same call.
  static func == (a: RequestForm, b: RequestForm) -> Bool {
    let (call, other, handle) = (CallID.fresh(), TransferTarget.call(.fresh()), Handle(type: .generic, value: "1"))
    return switch (a, b) {
    case (.about(let a), .about(let b)): a(call) == b(call)
    case (.to(let target, let a), .to(let its, let b)): target == its && a(call, other) == b(call, other)
    case (.toHandle(let text, let a), .toHandle(let its, let b)): text == its && a(handle) == b(handle)
    case (.about, _), (.to, _), (.toHandle, _): false
    }
  }
}

/// The calls that suit a command, which takes the newest of them when it names no call.
enum CallFit: Sendable {
  case ringing, active, held, connected, grouped
  /// Neither ringing nor ending, and not muted.
  case audible
  case muted
  /// Not ending; a ringing one only when there is no other.
  case lasting
  case any

  /// Returns the newest of `calls` that fits, which are the present calls, the oldest first; nil when none does.
  func newest(of calls: [Call]) -> Call? {
    if case .lasting = self, let call = calls.last(where: { $0.state != .ringing && $0.state != .ending }) { return call }
    return calls.last { takes($0, among: calls) }
  }

  private func takes(_ call: Call, among calls: [Call]) -> Bool {
    switch self {
    case .ringing: call.state == .ringing
    case .active: call.state == .active
    case .held: call.state == .held
    case .connected: call.state.isConnected
    case .grouped:
      call.state.isConnected && calls.contains { $0.group == call.group && $0.uuid != call.uuid && $0.state.isConnected }
    case .audible: call.state != .ringing && call.state != .ending && !call.isMuted
    case .muted: call.isMuted
    case .lasting: call.state != .ending
    case .any: true
    }
  }

  /// The error message when no call fits.
  var absence: String {
    switch self {
    case .ringing: "no call rings"
    case .active: "no call is active"
    case .held: "no call is held"
    case .connected: "no call is connected"
    case .grouped: "no call is in a group"
    case .audible: "no call can be muted"
    case .muted: "no call is muted"
    case .lasting, .any: "there is no call"
    }
  }
}

/// The condition of a `wait`.
enum Awaited: Equatable, Sendable {
  /// The newest or named call is in this state.
  case state(CallState)
  /// An event of this name happens.
  case event(EventName)

  /// Reads a word: `ended` is a state, which without a call means the end of any call.
  init?(_ word: String) {
    if let state = CallState(rawValue: word), state != .screening {
      self = .state(state)
    } else if let event = EventName(rawValue: word) {
      self = .event(event)
    } else {
      return nil
    }
  }

  /// The word of the command line.
  var word: String {
    switch self {
    case .state(let state): state.rawValue
    case .event(let event): event.rawValue
    }
  }

  /// All words that `wait` takes.
  static let words = CallState.allCases.filter { $0 != .screening }.map(\.rawValue) + EventName.allCases.map(\.rawValue)
}
