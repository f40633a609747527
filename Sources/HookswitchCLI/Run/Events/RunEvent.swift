internal import Hookswitch

/// An event, or the answer to a command, that `hookswitch run` prints.
struct RunEvent: Equatable, Sendable {
  /// The kinds of event.
  enum Body: Equatable, Sendable {
    /// An event of a provider, with the reason that the provider or the host gave.
    case provider(EventName, ProviderID, reason: String)
    /// A call entered a state.
    case state(CallName, Call, LineID)
    /// Another event of a call; `detail` is a handle, digits, or other calls.
    case call(EventName, CallName, Call, LineID, detail: String)
    /// A log message of a transport.
    case message(ProviderID, level: UInt32, text: String)
    /// The answer to a command.
    case answer(CommandAnswer)
  }

  /// The time since the command began.
  var time: Instant
  var body: Body

  /// The word by which `wait` knows the event; nil for answers and log messages.
  var word: String? {
    switch body {
    case .provider(let name, _, _), .call(let name, _, _, _, _): name.rawValue
    case .state(_, let call, _): call.state.rawValue
    case .message, .answer: nil
    }
  }

  /// The call of the event.
  var call: CallID? {
    switch body {
    case .state(_, let call, _), .call(_, _, let call, _, _): call.uuid
    case .provider, .message, .answer: nil
    }
  }
}
