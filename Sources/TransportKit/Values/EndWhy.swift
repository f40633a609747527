/// The host's reason for ending a call, to send on the wire.
public enum EndWhy: UInt32, Sendable {
  /// A normal end.
  ///
  /// Also stands for unknown values.
  case hangUp = 1
  /// The user declined the ringing call.
  case declined
  /// No room for another call.
  case busy
  /// A block list or a screener refused the call.
  case blocked
  /// The user does not want to be disturbed.
  case doNotDisturb
  /// The ringing timed out.
  case ringTimeout

  /// The corresponding Q.850 cause.
  public var cause: Cause {
    switch self {
    case .hangUp: .normal
    case .declined, .blocked: .rejected
    case .busy, .doNotDisturb: .busy
    case .ringTimeout: .noAnswer
    }
  }
}
