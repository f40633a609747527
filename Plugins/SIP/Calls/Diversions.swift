/// The way that a call took before it came to us, as its INVITE tells it.
///
/// Nobody vouches for it: it is worth what the caller's network is worth, as From is.
enum Diversions {
  /// The URI that the caller dialed, where the call was diverted to us; nil where it was not, or where that is to be kept private.
  static func dialed(_ invite: IncomingInvite) -> String? {
    let diversions = HeaderValue.list(invite.diversion)
    return diversions.isEmpty ? dialed(history: HeaderValue.list(invite.history)) : dialed(diversions: diversions)
  }

  /// Finds who was dialed: each diversion stands above the ones before (RFC 5806), so that the last names the first.
  private static func dialed(diversions: [HeaderValue]) -> String? {
    guard let first = diversions.last, !["full", "uri"].contains(first.parameters["privacy"]?.lowercased() ?? "") else { return nil }
    return first.uri
  }

  /// Finds the entry whose user was replaced by another: RFC 7044 section 10 marks the entry after it with `mp`.
  ///
  /// Older networks (RFC 4244, RFC 4458) say why an entry was left, in a Reason or a cause.
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

  /// Returns true for an entry with `?Privacy=history` in its URI (RFC 7044 section 10.1), and for one that names nobody.
  private static func isPrivate(_ entry: HeaderValue) -> Bool {
    let uri = entry.uri.lowercased()
    return uri.contains("privacy=") || SIPAddress.isAnonymous(uri)
  }
}
