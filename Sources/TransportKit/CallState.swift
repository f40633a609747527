/// How a call moved on, as ``Host/report(_:_:)`` tells it: what completing an action does not say already.
public enum CallState: UInt32, Sendable {
  /// The network takes the call towards the far end.
  case connecting = 1
  /// The far end is alerted.
  case ringing
  /// The network plays something: the host adds no ringback of its own.
  case earlyMedia
  /// Connected; or resumed without our asking.
  case active
  /// Held on our side without our asking.
  case held
  /// Held by the far end, beside being active or held.
  case heldByFarEnd
  /// No longer held by the far end.
  case resumedByFarEnd
  /// No sound comes from the far end, though it should; beside being active or held.
  case mediaTimeout
  /// Sound comes again.
  case mediaResumed
}
