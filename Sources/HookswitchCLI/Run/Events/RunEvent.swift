internal import Hookswitch

/// An event, or the answer to a command, that `hookswitch run` prints.
struct RunEvent: Equatable, Sendable {
  /// The kinds of event.
  enum Body: Equatable, Sendable {
    /// An event of a provider, with the reason that the provider or the host gave.
    case provider(EventName, ProviderID, reason: String)
    /// A call entered a state.
    case state(CallName, Call)
    /// Another event of a call; `detail` is a handle, digits, or other calls.
    case call(EventName, CallName, Call, detail: String)
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
    case .provider(let name, _, _), .call(let name, _, _, _): name.rawValue
    case .state(_, let call): call.state.rawValue
    case .message, .answer: nil
    }
  }

  /// The call of the event.
  var call: CallID? {
    switch body {
    case .state(_, let call), .call(_, _, let call, _): call.uuid
    case .provider, .message, .answer: nil
    }
  }
}

/// The name of an event other than a change of state; those have the state's name.
enum EventName: String, CaseIterable, Sendable {
  /// A call comes in and rings.
  case incoming
  /// A provider can place calls; `wait ready` waits for all of them.
  case ready
  /// A provider cannot place calls for now.
  case notReady
  /// A provider's instance is lost with its calls, and the host will restart it.
  case lost
  /// A provider was lost too often and is not restarted.
  case quarantined
  /// A call joined others in a group.
  case merged
  /// A call left its group.
  case split
  /// Our side of a call was muted.
  case muted
  /// Our side of a call was unmuted.
  case unmuted
  /// The far end put the call on hold.
  case remotelyHeld
  /// The far end resumed the call.
  case remotelyResumed
  /// The far end's media stopped, though the call is active.
  case mediaTimeout
  /// The far end's media came back.
  case mediaResumed
  /// A transfer has begun.
  case transferring
  /// The far end's handle or name changed.
  case updated
  /// The far end sent tones.
  case dtmf
  /// There is no front call, and this call could be resumed.
  case resumeOffered
  /// The far end requests a transfer.
  case transferRequested
}
