internal import TransportKit

/// The end of a call, derived from a far end's refusal, cancellation or BYE.
///
/// Sources: RFC 3261 section 21 for the statuses, RFC 3398 section 8.2.6.1 for their Q.850 causes, RFC 3326 for Reason.
struct CallVerdict: Hashable {
  var reason: EndReason
  var error: TransportError?

  /// Reads a final response of 300 or more to our INVITE.
  init(response refusal: Refusal) {
    reason =
      switch refusal.status {
      case 486, 600, 603, 607: .remote
      case 408, 480, 487: .unanswered
      default: .failed
      }
    error = Self.error(refusal, cause: refusal.q850 ?? Self.cause(of: refusal.status))
  }

  /// Reads a CANCEL before our answer; a Reason may say that another phone took or declined the call (RFC 3326 section 2, RFC 4575).
  init(cancellation refusal: Refusal) {
    switch (refusal.reasonProtocol.uppercased(), refusal.reasonCause) {
    case ("SIP", 200): self.init(.answeredElsewhere, nil)
    case ("SIP", 600...699): self.init(.declinedElsewhere, nil)
    default: self.init(.remote, refusal.isBare ? nil : Self.error(refusal, cause: refusal.q850 ?? .normal))
    }
  }

  /// Reads a BYE.
  init(goodbye refusal: Refusal) {
    self.init(.remote, refusal.isBare ? nil : Self.error(refusal, cause: refusal.q850 ?? .normal))
  }

  /// Describes a call that the stack ended after a time-out.
  init(lost refusal: Refusal) {
    // 480: it rang for too long.
    self.init(refusal.status == 480 ? .unanswered : .failed, Self.error(refusal, cause: Self.cause(of: refusal.status)))
  }

  /// The verdict on a call that is up without a codec in common.
  static let noSound = CallVerdict(
    .failed, TransportError(.failed, "there is no codec in common", cause: cause(of: 488), native: 488, domain: "sip"))

  /// The verdict on a call that is up and had no media for `seconds`.
  static func mediaTimeout(seconds: Int) -> CallVerdict {
    CallVerdict(
      .failed, TransportError(.network, "media time-out: no media has come for \(seconds) s", cause: cause(of: 408), domain: "sip"))
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

  /// Returns the Q.850 cause of a status (RFC 3398, table in 8.2.6.1).
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
  /// The cause of a Reason header with Q.850.
  var q850: Cause? {
    reasonProtocol.uppercased() == "Q.850" && reasonCause > 0 ? Cause(rawValue: UInt32(clamping: reasonCause)) : nil
  }

  /// True when the message gives no reason.
  var isBare: Bool { status == 0 && reasonProtocol.isEmpty && warning.isEmpty }
}
