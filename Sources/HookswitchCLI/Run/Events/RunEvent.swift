internal import Hookswitch

/// Something that `hookswitch run` tells: what happened, or what became of a command.
struct RunEvent: Equatable, Sendable {
  /// What it is.
  enum Body: Equatable, Sendable {
    /// Something about a provider, and in whose words.
    case provider(EventName, ProviderID, reason: String)
    /// A call entered its state.
    case state(CallName, Call, LineID)
    /// Something else about a call: `detail` is a handle, digits, or other calls.
    case call(EventName, CallName, Call, LineID, detail: String)
    /// What a transport says for its log.
    case message(ProviderID, level: UInt32, text: String)
    /// What became of a command.
    case answer(CommandAnswer)
  }

  /// When, since the command began.
  var time: Instant
  var body: Body

  /// What `wait` knows it by; nil for answers and log messages.
  var word: String? {
    switch body {
    case .provider(let name, _, _), .call(let name, _, _, _, _): name.rawValue
    case .state(_, let call, _): call.state.rawValue
    case .message, .answer: nil
    }
  }

  /// The call that it is about.
  var call: CallID? {
    switch body {
    case .state(_, let call, _), .call(_, _, let call, _, _): call.uuid
    case .provider, .message, .answer: nil
    }
  }
}
