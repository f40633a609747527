internal import CallControl
internal import CallMixing

/// Everything that the audio director wants done, in order.
enum AudioEffect: Hashable, Sendable {
  /// Ask a provider which rates a call's port can have.
  case ask(CallID, ProviderID)
  /// Connect a call's port to two rings of that rate.
  case attach(CallID, ProviderID, AudioRate)
  /// Disconnect a call's port; its rings are given back when that is done.
  case detach(CallID)
  /// Play the scene as it is now.
  case stage
  /// Tell a provider that the line's audio is its own.
  case tellActivated(ProviderID, LineID, AudioReason)
  /// Tell a provider that the line's audio is no longer its own.
  case tellDeactivated(ProviderID, LineID, AudioReason)
  /// Open a line's device; close it.
  case device(LineID, isNeeded: Bool)
  /// Take that way out on a line; nil: the desktop's own choice.
  case prefer(LineID, AudioSession.Route?)
  /// What is recorded is over: nothing more comes.
  case recordingEnds(RecordingID)
  /// Come back at that time.
  case wake(Instant)
}
