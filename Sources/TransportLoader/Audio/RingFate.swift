/// The state of rings that a transport was given, after their detach.
public enum RingFate: Hashable, Sendable {
  /// The transport has released the rings: their memory may be reused.
  case free
  /// The transport hangs and may still touch the rings: their memory must never be freed or reused.
  case lost
}
