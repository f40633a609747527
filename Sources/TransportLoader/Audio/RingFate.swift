/// What has become of rings that a transport was given.
public enum RingFate: Hashable, Sendable {
  /// The transport has let go of them: their memory may be used for something else.
  case free
  /// The transport hangs, and may still touch them: their memory must never be freed, nor used for anything else.
  case lost
}
