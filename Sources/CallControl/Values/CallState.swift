/// Where a call stands.
///
/// ```
/// outgoing   requested → dialing → connecting → active ⇄ held → ending → ended
/// incoming   screening → ringing → answering  → active ⇄ held → ending → ended
/// ```
///
/// A command is not truth: a state moves when the provider fulfils or reports.
public enum CallState: String, Codable, Sendable, CaseIterable {
  /// Outgoing; accepted, its Start not fulfilled yet. Left by the Start's fulfilment, or by the call's end.
  case requested
  /// Outgoing; the invitation is on its way. Entered when Start is fulfilled.
  case dialing
  /// Outgoing; the provider reported that it is connecting: the far end rings.
  case connecting
  /// Incoming; screeners are being asked, and nobody else knows of it.
  case screening
  /// Incoming; shown, and waiting for an answer.
  case ringing
  /// Incoming; Answer was sent and is not fulfilled yet.
  case answering
  /// Both sides can talk.
  case active
  /// Connected, and set aside.
  case held
  /// End was sent and is not fulfilled yet.
  case ending
  /// Over; final.
  case ended

  /// Whether both sides could talk, now or when resumed.
  public var isConnected: Bool {
    switch self {
    case .active, .held: true
    case .requested, .dialing, .connecting, .screening, .ringing, .answering, .ending, .ended: false
    }
  }

  /// Whether the call is ours to somebody else and not yet connected.
  public var isOutgoingInProgress: Bool {
    switch self {
    case .requested, .dialing, .connecting: true
    case .screening, .ringing, .answering, .active, .held, .ending, .ended: false
    }
  }
}
