internal import Hookswitch

/// Something that `hookswitch run` now does.
enum RunEffect: Equatable, Sendable {
  /// Tell it.
  case tell(RunEvent)
  /// Ask the host; the answer comes back as `RunInput.answered` with the number.
  case ask(Int, RequestBody, line: LineID)
  /// Record a call, alone or with all that are heard with it; the answer comes back as for `ask`.
  case record(Int, CallID, asGroup: Bool, to: String)
  /// Stop recording a call; the answer comes back as for `ask`.
  case stopRecording(Int, CallID)
  /// Ask a provider's transport what it counts, or what it measures of a call; the answer comes back as for `ask`.
  case diagnose(Int, ProviderID, CallID?)
  /// Give a provider's transport other settings; the answer comes back as for `ask`.
  case configure(Int, ProviderID, String)
  /// Say so on standard error.
  case complain(String)
  /// Show what the next command will be, in front of what it does.
  case echo(String)
  /// Come back with `RunInput.wake` at that time, at the latest.
  case wake(at: Instant)
  /// Leave, with this exit code.
  case leave(Int32)
}
