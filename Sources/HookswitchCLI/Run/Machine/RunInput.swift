internal import Hookswitch

/// Something that `hookswitch run` is told.
enum RunInput: Sendable {
  /// Somebody typed, piped or gave a command line.
  case line(String)
  /// There will be no more of them.
  case endOfInput
  /// The system asks the command to end.
  case signal(StopSignal)
  /// A call is new, has changed, or is over.
  case call(Call)
  /// Something happened on a line, beside what a call looks like.
  case event(HostEvent)
  /// What became of something that was asked.
  case answered(Int, AskOutcome)
  /// The time that was asked for has come.
  case wake
}

/// What became of something that was asked of the host.
enum AskOutcome: Equatable, Sendable {
  case done
  /// It is done, and this is what it says.
  case told(String)
  case refused(CallError)
  case failed(CallError)
  /// Nothing is told, for this reason.
  case notTold(String)
  /// The provider has taken its settings.
  case configured(ProviderID)
  /// The provider keeps its settings, for this reason.
  case notConfigured(String)
  /// What was to be recorded is not, for this reason.
  case notRecorded(String)
}
