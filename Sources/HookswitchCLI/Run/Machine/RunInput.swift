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

/// A signal that ends the command, with its exit code.
enum StopSignal: Int32, CaseIterable, Sendable {
  case interrupt = 2
  /// The reader of standard output has closed it.
  case brokenPipe = 13
  case terminate = 15

  /// The code 130, 141 or 143, as a shell reports a command that the signal killed.
  var exitCode: Int32 { 128 + rawValue }
}

/// The outcome of a request to the host.
enum AskOutcome: Equatable, Sendable {
  case done
  /// Done, with the transport's diagnosis.
  case told(String)
  case refused(CallError)
  case failed(CallError)
  /// The host did not take the request, for this reason: a word is too long.
  case notTaken(String)
  /// The transport gave no diagnosis, for this reason.
  case notTold(String)
  /// The provider has taken its settings.
  case configured(ProviderID)
  /// The provider keeps its settings, for this reason.
  case notConfigured(String)
  /// The transport has changed its version.
  case upgraded([RunUpgrade])
  /// The transport keeps its version, for this reason.
  case notUpgraded(String)
  /// The recording did not begin or stop, for this reason.
  case notRecorded(String)
  /// The live calls.
  case listed([CallEntry])
  /// The audio of all lines.
  case audio(AudioReport)
  /// The processes of transports.
  case processes(ProcessReport)
}

/// An effect that the machine of `hookswitch run` requests.
enum RunEffect: Equatable, Sendable {
  /// Print an event.
  case tell(RunEvent)
  /// Ask the host; the answer comes back as `RunInput.answered` with the number.
  case ask(Int, RequestBody, line: LineID)
  /// Record a call or its whole group; answered like `ask`.
  case record(Int, CallID, asGroup: Bool, to: String)
  /// Stop recording a call; answered like `ask`.
  case stopRecording(Int, CallID)
  /// Connect a call's audio to a program; answered like `ask`.
  case stream(Int, CallID, to: String, StreamTerms)
  /// Ask a provider's transport for its counters, or for its measurements of a call; answered like `ask`.
  case diagnose(Int, ProviderID, CallID?)
  /// Give new settings to a provider's transport; answered like `ask`.
  case configure(Int, ProviderID, String)
  /// Change the version of a provider's transport, or of all processes of a transport; answered like `ask`.
  case upgrade(Int, String, String?, UpgradeTimes)
  /// List the live calls; answered like `ask`.
  case calls(Int)
  /// Report the audio; answered like `ask`.
  case audio(Int)
  /// Report the processes of transports; answered like `ask`.
  case processes(Int)
  /// Print a message to standard error.
  case complain(String)
  /// Print the next command, before its effects.
  case echo(String)
  /// Send `RunInput.wake` at that time or earlier.
  case wake(at: Instant)
  /// Exit with this code.
  case leave(Int32)
}
