internal import CallControl
internal import CallMixing

/// Everything that the audio director is told.
enum AudioInput: Sendable {
  /// A line has a device of its own.
  case seat(LineID)
  /// A line changed; `ended`: the calls of it that are over.
  case line(LineSnapshot, ended: [Call])
  /// A line was forgotten.
  case forgotten(LineID)
  /// The core gives a line's audio to a provider (U1).
  case activated(ProviderID, LineID, AudioReason)
  /// The core takes it away.
  case deactivated(ProviderID, LineID, AudioReason)
  /// A provider was told that the audio is its own: media may flow.
  case told(ProviderID, LineID)
  /// A provider says what it wants of a line's audio.
  case configured(ProviderID, LineID, AudioSession.Configuration)
  /// A provider that carries audio came; nil: it went, or forgot everything.
  case carrier(ProviderID, isThere: Bool)
  /// A provider says that a call has a port, or another one than before, or none any more.
  case port(CallID, isThere: Bool)
  /// What a call's port can have, the best first.
  case offered(CallID, [AudioRate])
  /// A port was connected to rings, or was not.
  case attached(CallID, isDone: Bool)
  /// A port was disconnected.
  case detached(CallID)
  /// The user chose a line's way out; nil: takes the choice back.
  case chosen(LineID, AudioSession.Route?)
  /// What a line's device can reach changed.
  case routes(LineID, [AudioSession.Route])
  /// Somebody wants a call, or all that are heard together with it, recorded.
  case record(RecordingID, CallID, asGroup: Bool)
  /// A recording is over.
  case recorded(RecordingID)
  /// The time that was asked for has come.
  case time
}
