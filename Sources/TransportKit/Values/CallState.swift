/// The states for ``Host/report(_:_:)``, apart from those that completing an action implies.
public enum CallState: UInt32, Sendable {
  /// The network routes the call towards the far end.
  case connecting = 1
  /// The far end is alerted.
  case ringing
  /// The network sends early media: the host adds no ringback of its own.
  case earlyMedia
  /// Connected, or resumed without an action.
  case active
  /// Held on this side without an action.
  case held
  /// Held by the far end, in addition to active or held.
  case heldByFarEnd
  /// No longer held by the far end.
  case resumedByFarEnd
  /// No media arrives from the far end, though it should; in addition to active or held.
  case mediaTimeout
  /// Media arrives again.
  case mediaResumed
}
