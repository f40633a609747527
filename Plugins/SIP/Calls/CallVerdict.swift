internal import TransportKit

/// What a far end's refusal, cancellation or hanging up means to the host.
///
/// RFC 3261 section 21 for the statuses, RFC 3398 section 8.2.6.1 for their Q.850 causes, RFC 3326 for Reason.
struct CallVerdict: Hashable {
  var reason: EndReason
  var error: TransportError?

  /// A response from 300 on to our INVITE.
  init(response refusal: Refusal) {
    reason =
      switch refusal.status {
      case 486, 600, 603, 607: .remote
      case 408, 480, 487: .unanswered
      default: .failed
      }
    error = Self.error(refusal, cause: refusal.q850 ?? Self.cause(of: refusal.status))
  }

  /// A CANCEL before we answered (RFC 3326 section 2, RFC 4575: who took it elsewhere).
  init(cancellation refusal: Refusal) {
    switch (refusal.reasonProtocol.uppercased(), refusal.reasonCause) {
    case ("SIP", 200): self.init(.answeredElsewhere, nil)
    case ("SIP", 600...699): self.init(.declinedElsewhere, nil)
    default: self.init(.remote, refusal.isBare ? nil : Self.error(refusal, cause: refusal.q850 ?? .normal))
    }
  }

  /// A BYE.
  init(goodbye refusal: Refusal) {
    self.init(.remote, refusal.isBare ? nil : Self.error(refusal, cause: refusal.q850 ?? .normal))
  }

  /// The stack gave up.
  init(lost refusal: Refusal) {
    // 480: it rang for too long.
    self.init(refusal.status == 480 ? .unanswered : .failed, Self.error(refusal, cause: Self.cause(of: refusal.status)))
  }

  /// Up, but without a codec that both have.
  static let noSound = CallVerdict(
    .failed, TransportError(.failed, "there is no codec in common", cause: cause(of: 488), native: 488, domain: "sip"))

  /// Up, but no sound has come for so long.
  static func mediaTimeout(seconds: Int) -> CallVerdict {
    CallVerdict(
      .failed, TransportError(.network, "media time-out: no sound has come for \(seconds) s", cause: cause(of: 408), domain: "sip"))
  }

  init(_ reason: EndReason, _ error: TransportError?) {
    self.reason = reason
    self.error = error
  }

  private static func error(_ refusal: Refusal, cause: Cause) -> TransportError {
    let said = refusal.warning.isEmpty ? (refusal.reasonText.isEmpty ? refusal.phrase : refusal.reasonText) : refusal.warning
    return TransportError(code(of: refusal.status), said, cause: cause, native: Int32(clamping: refusal.status), domain: "sip")
  }

  private static func code(of status: Int) -> TransportError.Code {
    switch status {
    case 486, 600: .busy
    case 408, 503, 504, 900...: .network
    case 401, 403, 407: .failed
    default: .failed
    }
  }

  /// RFC 3398, table in 8.2.6.1.
  static func cause(of status: Int) -> Cause {
    switch status {
    case 404, 485, 604: .unallocated
    case 410: Cause(rawValue: 22)  // number changed
    case 484: .invalidNumber
    case 486, 600: .busy
    case 480: .noResponse
    case 401, 402, 403, 407, 603, 607: .rejected
    case 482, 483: Cause(rawValue: 25)  // exchange routing error
    case 502: Cause(rawValue: 38)  // network out of order
    case 400, 481, 500, 503: Cause(rawValue: 41)  // temporary failure
    case 405: Cause(rawValue: 63)  // service or option not available
    case 406, 415, 501: Cause(rawValue: 79)  // service or option not implemented
    case 408, 504: Cause(rawValue: 102)  // recovery on timer expiry
    case 413, 414, 416, 420, 421, 423, 488, 505, 513, 606: Cause(rawValue: 127)  // interworking
    case 900...: .congestion
    default: .unknown
    }
  }
}

extension Refusal {
  /// The cause of a Reason header that speaks Q.850.
  var q850: Cause? {
    reasonProtocol.uppercased() == "Q.850" && reasonCause > 0 ? Cause(rawValue: UInt32(clamping: reasonCause)) : nil
  }

  /// Whether there is nothing in it beyond that it came.
  var isBare: Bool { status == 0 && reasonProtocol.isEmpty && warning.isEmpty }
}
