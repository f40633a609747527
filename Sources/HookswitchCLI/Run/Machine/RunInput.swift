internal import Hookswitch

/// An input to the machine of `hookswitch run`.
enum RunInput: Sendable {
  /// A command line, typed, piped or given as an argument.
  case line(String)
  /// The end of the command lines.
  case endOfInput
  /// A signal that ends the command.
  case signal(StopSignal)
  /// A call that is new or has changed.
  case call(Call)
  /// An event on a line that is not a change of a call.
  case event(HostEvent)
  /// The answer to a request.
  case answered(Int, AskOutcome)
  /// The time that the machine requested has come.
  case wake
}

/// The outcome of a request to the host.
enum AskOutcome: Equatable, Sendable {
  case done
  /// Done, with the transport's diagnosis.
  case told(String)
  case refused(CallError)
  case failed(CallError)
  /// The transport gave no diagnosis, for this reason.
  case notTold(String)
  /// The provider has taken its settings.
  case configured(ProviderID)
  /// The provider keeps its settings, for this reason.
  case notConfigured(String)
  /// The recording did not begin or stop, for this reason.
  case notRecorded(String)
}
