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

/// A header value with an address: `"Name" <sip:bob@example.org>;reason=no-answer`.
struct HeaderValue: Hashable {
  /// The URI, without angle brackets.
  var uri = ""
  /// The parameters after it, by lower-case name.
  var parameters: [String: String] = [:]

  /// Reads one value; gives an empty URI without an address.
  init(_ text: some StringProtocol) {
    var rest = Substring(text)
    if let open = Self.place(of: "<", in: rest) {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: ">") else { return }
      uri = String(inside[..<close])
      rest = inside[inside.index(after: close)...]
    } else {
      uri = rest.prefix { $0 != ";" }.filter { !$0.isWhitespace }
      rest = rest.dropFirst(rest.prefix { $0 != ";" }.count)
    }
    for parameter in Self.split(rest, at: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { continue }
      let value = parts.count > 1 ? parts[1].drop { $0.isWhitespace } : ""
      parameters[name.filter { !$0.isWhitespace }.lowercased()] = value.filter { $0 != "\"" && !$0.isWhitespace }
    }
  }

  /// Reads the values of a header, separated by commas.
  static func list(_ header: String) -> [HeaderValue] { split(header[...], at: ",").map { HeaderValue($0) }.filter { !$0.uri.isEmpty } }

  /// Splits a text at a character outside quotes and angle brackets.
  private static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var rest = text
    while let place = place(of: separator, in: rest) {
      parts.append(rest[..<place])
      rest = rest[rest.index(after: place)...]
    }
    return (parts + [rest]).filter { $0.contains { !$0.isWhitespace } }
  }

  private static func place(of character: Character, in text: Substring) -> Substring.Index? {
    var (isQuoted, isEscaped, isInside) = (false, false, false)
    for index in text.indices {
      let next = text[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if next == "\\" { isEscaped = true } else if next == "\"" { isQuoted = false }
      } else if next == character, !isInside {
        return index
      } else {
        switch next {
        case "\"": isQuoted = true
        case "<": isInside = true
        case ">": isInside = false
        default: break
        }
      }
    }
    return nil
  }
}
