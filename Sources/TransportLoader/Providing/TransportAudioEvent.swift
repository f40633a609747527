public import CallControl

/// A change of a provider's audio, for the program that connects it.
public enum TransportAudioEvent: Hashable, Sendable {
  /// The call has an audio port, or a changed one (attach again), or (false) none any more.
  case port(CallID, isThere: Bool)
  /// An instance began; its clock is `mediaClock`.
  case began
  /// The instance is ending or gone: its clock does nothing, and `detach` returns the rings that are still attached.
  case ended
}
