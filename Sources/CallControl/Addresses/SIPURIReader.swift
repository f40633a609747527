/// Reads the text of one SIP URI from left to right.
struct SIPURIReader {
  private let text: String
  private var rest: Substring.UTF8View

  init(_ text: String) {
    self.text = text
    rest = text[...].utf8
  }

  private func wrong(_ reason: String) -> HandleError { HandleError(kind: Handle.Kind.sipURI.rawValue, text: text, reason: reason) }

  mutating func uri() throws(HandleError) -> ParsedSIPURI {
    let isSecure = try scheme()
    let (user, password) = try userInfo()
    // No @ may follow: in every other part it has to be escaped.
    if rest.contains(UInt8(ascii: "@")) { throw wrong("it has more than one @: write those that are part of a name as %40") }
    let host = try host()
    let port = try port()
    let parameters = try parameters()
    let headers = try headers()
    if let extra = rest.first { throw wrong("\"\(Character(Unicode.Scalar(extra)))\" cannot follow the host") }
    return ParsedSIPURI(
      isSecure: isSecure, user: user, password: password, host: host, port: port, parameters: parameters, headers: headers)
  }

  private mutating func scheme() throws(HandleError) -> Bool {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { throw wrong("it needs a scheme, sip: or sips:") }
    let scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
    guard scheme == "sip" || scheme == "sips" else { throw wrong("its scheme is neither sip: nor sips:") }
    rest = rest[rest.index(after: colon)...]
    return scheme == "sips"
  }

  private mutating func userInfo() throws(HandleError) -> (user: String?, password: String?) {
    guard let at = rest.firstIndex(of: UInt8(ascii: "@")) else { return (nil, nil) }
    let info = rest[..<at]
    rest = rest[rest.index(after: at)...]
    let colon = info.firstIndex(of: UInt8(ascii: ":"))
    guard let user = URIEscapes.normalized(info[..<(colon ?? info.endIndex)], allowing: "&=+$,;?/"), !user.isEmpty else {
      throw wrong("the user before the @ is not valid: write characters such as spaces as %20")
    }
    guard let colon else { return (user, nil) }
    guard let password = URIEscapes.normalized(info[info.index(after: colon)...], allowing: "&=+$,") else {
      throw wrong("its password has characters that must be escaped, such as %3A for a colon")
    }
    return (user, password)
  }

  private mutating func host() throws(HandleError) -> String {
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), let address = IPv6Address(rest[rest.index(after: rest.startIndex)..<end])
      else {
        throw wrong("the text in brackets is not an IPv6 address")
      }
      rest = rest[rest.index(after: end)...]
      return "[\(address)]"
    }
    let name = take { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "?") }
    guard !name.isEmpty else { throw wrong("it has no host") }
    guard Self.isHostName(name) else {
      throw wrong("\"\(name)\" is not a host: write a name, an IPv4 address, or an IPv6 address in brackets")
    }
    return name.lowercased()
  }

  /// Accepts labels of letters, digits and inner hyphens, `_` (some networks use it), and a final dot.
  private static func isHostName(_ name: String) -> Bool {
    var labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    return labels.allSatisfy { label in
      label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-") && !label.isEmpty
        && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
  }

  private mutating func port() throws(HandleError) -> UInt16? {
    guard skip(":") else { return nil }
    let digits = take { $0.isDigit }
    guard let port = UInt16(digits) else { throw wrong("its port is not a number up to 65535; write an IPv6 address in brackets") }
    return port
  }

  private mutating func parameters() throws(HandleError) -> [String: String] {
    var parameters: [String: String] = [:]
    while skip(";") {
      let name = try escaped("a parameter", allowing: "[]/:&+$").lowercased()
      var value = ""
      if skip("=") { value = try escaped("the parameter \(name)", allowing: "[]/:&+$") }
      guard parameters.updateValue(value, forKey: name) == nil else { throw wrong("it has the parameter \(name) twice") }
    }
    // An IPv6 address has many spellings here too.
    if let address = parameters["maddr"] { parameters["maddr"] = Self.normalizedAddress(address) }
    return parameters
  }

  private static func normalizedAddress(_ text: String) -> String {
    guard text.hasPrefix("["), text.hasSuffix("]"), let address = IPv6Address(text[...].utf8.dropFirst().dropLast()) else { return text }
    return "[\(address)]"
  }

  /// Reads a part that must not be empty.
  private mutating func escaped(_ what: String, allowing others: String) throws(HandleError) -> String {
    let part = takeBytes { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "=") }
    guard let text = URIEscapes.normalized(part, allowing: others) else { throw wrong("\(what) has characters that must be escaped") }
    guard !text.isEmpty else { throw wrong("\(what) is empty") }
    return text
  }

  private mutating func headers() throws(HandleError) -> [ParsedSIPURI.Header] {
    guard skip("?") else { return [] }
    var headers: [ParsedSIPURI.Header] = []
    repeat {
      let name = takeBytes { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
      guard let name = URIEscapes.normalized(name, allowing: "[]/?:+$"), !name.isEmpty, skip("=") else {
        throw wrong("a header field is a name, = and a value, both escaped")
      }
      guard let value = URIEscapes.normalized(takeBytes { $0 != UInt8(ascii: "&") }, allowing: "[]/?:+$") else {
        throw wrong("the header field \(name) has characters that must be escaped")
      }
      headers.append(ParsedSIPURI.Header(name: name.lowercased(), value: value))
    } while skip("&")
    return headers.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  // MARK: Steps

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeBytes(while isPart: (UInt8) -> Bool) -> Substring.UTF8View {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String { String(decoding: takeBytes(while: isPart), as: UTF8.self) }
}
