/// Why the host ends a call: what to say on the wire.
public enum EndWhy: UInt32, Sendable {
  /// Nothing more to say.
  ///
  /// Also what an unknown value means.
  case hangUp = 1
  /// The person declined while it rang.
  case declined
  /// No room for another call.
  case busy
  /// A block list or a screener says no.
  case blocked
  /// The person does not want to be disturbed.
  case doNotDisturb
  /// It rang here for as long as the host lets it.
  case ringTimeout

  /// The Q.850 cause that says the same to a network.
  public var cause: Cause {
    switch self {
    case .hangUp: .normal
    case .declined, .blocked: .rejected
    case .busy, .doNotDisturb: .busy
    case .ringTimeout: .noAnswer
    }
  }
}
