internal import TransportABI

/// The reason of a call's end, for ``Host/ended(_:_:_:)``.
public enum EndReason: UInt32, Sendable {
  /// The call could not be made, or broke.
  case failed = 1
  /// The far end hung up, declined, or was busy.
  case remote
  /// The callee did not answer, on either side.
  case unanswered
  /// Another device of the user answered it.
  case answeredElsewhere
  /// Another device of the user declined it.
  case declinedElsewhere
  /// This side ended it.
  case local
}

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
  /// Another host serves the line; the caller may try again soon.
  case elsewhere

  /// The corresponding Q.850 cause.
  public var cause: Cause {
    switch self {
    case .hangUp: .normal
    case .declined, .blocked: .rejected
    case .busy, .doNotDisturb: .busy
    case .ringTimeout: .noAnswer
    case .elsewhere: .congestion
    }
  }
}

/// The answer to a caller whose call the user declines.
public struct Decline: Hashable, Sendable {
  /// The reason for the caller.
  public enum Reason: UInt32, Sendable {
    /// The user does not want the call; also stands for unknown values.
    case declined = 1
    /// The user is busy here.
    case busy
    /// The user is busy everywhere: no other device should ring.
    case busyEverywhere
  }

  /// The reason for the caller.
  public var reason: Reason
  /// The Q.850 cause; `unknown`: derived from `reason`.
  public var cause = Cause.unknown
  /// A sentence for the caller, or empty.
  public var text = ""

  /// Makes a decline without a text.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// Reads the host's struct.
  init(_ borrowed: UnsafePointer<hsw_decline>) throws(TransportError) {
    let decline = copied(borrowed, into: hsw_decline())
    guard decline.flags & HSW_MUST == 0 else { throw TransportError(.notSupported) }
    self.init(Reason(rawValue: decline.reason) ?? .declined)
    cause = Cause(rawValue: decline.cause)
    text = try TransportKit.text(decline.text)
  }

  /// The nearest reason for ``Transport/end(_:why:action:)``.
  public var why: EndWhy { reason == .declined ? .declined : .busy }
}
