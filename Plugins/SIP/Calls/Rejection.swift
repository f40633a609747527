internal import TransportKit

/// The refusal of an INVITE.
struct Rejection: Hashable {
  var status: Int32
  /// The headers that say more, such as Reason (RFC 3326).
  var reason: String

  /// The refusal for a host's reason.
  init(_ why: EndWhy) {
    status =
      switch why {
      case .hangUp, .declined, .blocked: 603
      case .busy: 486
      case .doNotDisturb, .ringTimeout: 480
      case .elsewhere: 503
      }
    reason = "Reason: Q.850;cause=\(why.cause.rawValue)\r\n"
    // RFC 3261 section 21.5.4: without it, a caller takes 503 for 500 and does not try again.
    if why == .elsewhere { reason += "Retry-After: 5\r\n" }
  }

  /// The refusal for a user's decline, with the cause and text of it.
  init(_ decline: Decline) {
    let usual: Cause
    (status, usual) =
      switch decline.reason {
      case .declined: (603, .rejected)
      case .busy: (486, .busy)
      case .busyEverywhere: (600, .busy)
      }
    reason = "Reason: Q.850;cause=\((decline.cause == .unknown ? usual : decline.cause).rawValue)"
    if !decline.text.isEmpty { reason += ";text=" + Self.quoted(decline.text) }
    reason += "\r\n"
  }

  /// Makes a quoted-string (RFC 3261 section 25.1), without line breaks and other control characters.
  private static func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      if scalar == "\"" || scalar == "\\" { made += "\\" }
      made.unicodeScalars.append(scalar)
    }
    return made + "\""
  }

  /// The refusal of a call that cannot be answered: for now (503), with its offer (488), or at all (500).
  init(unableToAnswer error: TransportError) {
    switch error.code {
    case .busy: (status, reason) = (503, "Retry-After: 5\r\n")
    case .wrongState: (status, reason) = (488, "Warning: 399 - \"no keys without TLS\"\r\n")
    default: (status, reason) = (500, "")
    }
  }
}
