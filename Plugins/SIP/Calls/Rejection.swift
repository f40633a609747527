internal import TransportKit

/// What we say to an INVITE that the host does not take.
struct Rejection: Hashable {
  var status: Int32
  /// A Reason header for those who read it (RFC 3326).
  var reason: String

  /// The status for each of the host's whys.
  init(_ why: EndWhy) {
    status =
      switch why {
      case .hangUp, .declined, .blocked: 603
      case .busy: 486
      case .doNotDisturb, .ringTimeout: 480
      }
    reason = "Reason: Q.850;cause=\(why.cause.rawValue)\r\n"
  }

  /// The status for a person's decline, with the person's cause and text.
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

  /// A text as a quoted-string (RFC 3261 section 25.1): no line may end in it.
  private static func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      if scalar == "\"" || scalar == "\\" { made += "\\" }
      made.unicodeScalars.append(scalar)
    }
    return made + "\""
  }

  /// The status of a call that we wanted to answer and cannot: for a while (503), as it was offered (488), or at all (500).
  init(unableToAnswer error: TransportError) {
    switch error.code {
    case .busy: (status, reason) = (503, "Retry-After: 5\r\n")
    case .wrongState: (status, reason) = (488, "Warning: 399 - \"no keys without TLS\"\r\n")
    default: (status, reason) = (500, "")
    }
  }
}
