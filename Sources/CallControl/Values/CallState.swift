/// The state of a call.
///
/// ```
/// outgoing   requested → dialing → connecting → active ⇄ held → ending → ended
/// incoming   screening → ringing → answering  → active ⇄ held → ending → ended
/// ```
///
/// A state changes when the provider fulfils or reports, not when a command is sent.
public enum CallState: String, Codable, Sendable, CaseIterable {
  /// Outgoing; accepted, and its Start not fulfilled yet.
  case requested
  /// Outgoing; its Start is fulfilled, and the invitation is on its way.
  case dialing
  /// Outgoing; the provider reported that the far end rings.
  case connecting
  /// Incoming; only screeners know of it yet.
  case screening
  /// Incoming; shown, and waiting for an answer.
  case ringing
  /// Incoming; its Answer was sent and is not fulfilled yet.
  case answering
  /// Both sides can talk.
  case active
  /// Connected, and on hold.
  case held
  /// Its End was sent and is not fulfilled yet.
  case ending
  /// Over; final.
  case ended

  /// True while both sides can talk, now or when resumed.
  public var isConnected: Bool {
    switch self {
    case .active, .held: true
    case .requested, .dialing, .connecting, .screening, .ringing, .answering, .ending, .ended: false
    }
  }

  /// True for an outgoing call that is not yet connected.
  public var isOutgoingInProgress: Bool {
    switch self {
    case .requested, .dialing, .connecting: true
    case .screening, .ringing, .answering, .active, .held, .ending, .ended: false
    }
  }
}

/// The direction of a call.
public enum Direction: String, Codable, Sendable, CaseIterable {
  /// From us to the far end.
  case outgoing
  /// From the far end to us.
  case incoming
}

/// The tone of a ringing call.
public enum Tone: String, Codable, Sendable {
  /// No tone.
  case quiet
  /// The ringtone.
  case ring
  /// The call-waiting tone.
  case wait
}
