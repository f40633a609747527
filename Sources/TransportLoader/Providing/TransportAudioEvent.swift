public import CallControl

/// What changes about the audio of a provider, for whoever connects it.
public enum TransportAudioEvent: Hashable, Sendable {
  /// The call has an audio port, has another one than before (its formats changed: attach anew), or (false) has none any more.
  case port(CallID, isThere: Bool)
  /// There is an instance, and `mediaClock` is its clock.
  case began
  /// The instance is gone, or going: its clock does nothing any more, and rings that are still attached come back by `detach`.
  case ended
}
