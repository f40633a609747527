internal import CallControl
internal import CallMixing

/// The actions that the audio director requests, in order.
enum AudioEffect: Hashable, Sendable {
  /// Request from a provider the rates of a call's port.
  case ask(CallID, ProviderID)
  /// Connect a call's port to two rings at that rate.
  case attach(CallID, ProviderID, AudioRate)
  /// Disconnect a call's port; its rings are released afterwards.
  case detach(CallID)
  /// Apply the present scene.
  case stage
  /// Report to a provider that it owns the line's audio.
  case tellActivated(ProviderID, LineID, AudioReason)
  /// Report to a provider that it no longer owns the line's audio.
  case tellDeactivated(ProviderID, LineID, AudioReason)
  /// Open or close a line's device.
  case device(LineID, isNeeded: Bool)
  /// Set the preferred route of a line; nil for the desktop's default.
  case prefer(LineID, AudioSession.Route?)
  /// End a recording.
  case recordingEnds(RecordingID)
  /// Send `time` at that time.
  case wake(Instant)
}
