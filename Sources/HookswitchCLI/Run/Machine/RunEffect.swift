internal import Hookswitch

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
  /// Ask a provider's transport for its counters, or for its measurements of a call; answered like `ask`.
  case diagnose(Int, ProviderID, CallID?)
  /// Give new settings to a provider's transport; answered like `ask`.
  case configure(Int, ProviderID, String)
  /// Print a message to standard error.
  case complain(String)
  /// Print the next command, before its effects.
  case echo(String)
  /// Send `RunInput.wake` at that time or earlier.
  case wake(at: Instant)
  /// Exit with this code.
  case leave(Int32)
}
