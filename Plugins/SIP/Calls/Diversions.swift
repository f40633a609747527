/// Reads the diversions of a call from its INVITE.
///
/// Nothing authenticates them: they deserve as much trust as From.
enum Diversions {
  /// The URI that the caller dialed, if the call was diverted to us; nil if it was not, or if the URI is private.
  static func dialed(_ invite: IncomingInvite) -> String? {
    let diversions = HeaderValue.list(invite.diversion)
    return diversions.isEmpty ? dialed(history: HeaderValue.list(invite.history)) : dialed(diversions: diversions)
  }

  /// Finds the dialed URI in Diversion headers: each new one is put first (RFC 5806), so the last names the first target.
  private static func dialed(diversions: [HeaderValue]) -> String? {
    guard let first = diversions.last, !["full", "uri"].contains(first.parameters["privacy"]?.lowercased() ?? "") else { return nil }
    return first.uri
  }

  /// Finds the entry that was mapped to another user: the next entry names it with `mp` (RFC 7044 section 10).
  ///
  /// Older networks (RFC 4244, RFC 4458) give the reason of a diversion in a Reason or a cause.
  private static func dialed(history: [HeaderValue]) -> String? {
    guard let first = history.first, history.count > 1 else { return nil }
    let mapped = history.first { $0.parameters["mp"] != nil }.flatMap { entry in
      history.first { $0.parameters["index"] == entry.parameters["mp"] }
    }
    let isLeft = history.dropLast().contains { $0.uri.lowercased().contains("reason=sip") }
    let hasCause = history.dropFirst().contains { $0.uri.lowercased().contains(";cause=") }
    guard let dialed = mapped ?? (isLeft || hasCause ? first : nil), !isPrivate(dialed) else { return nil }
    return String(dialed.uri.prefix { $0 != "?" })
  }

  /// Returns true for an entry with `?Privacy=history` in its URI (RFC 7044 section 10.1), and for an anonymous one.
  private static func isPrivate(_ entry: HeaderValue) -> Bool {
    let uri = entry.uri.lowercased()
    return uri.contains("privacy=") || SIPAddress.isAnonymous(uri)
  }
}
