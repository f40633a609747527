/// The parts of a link that names a callee.
///
/// Links come from strangers and are not trusted: any text gives a value or an error.
struct CallLink {
  /// The limit on a link's length, in bytes.
  static let limit = 2_048
  /// The schemes of the web and the system, which are never a program's own.
  private static let foreign: Set<String> = ["http", "https", "ws", "wss", "ftp", "file", "data", "javascript", "about", "blob"]

  let handle: Handle
  /// The query's names and values, in order.
  let query: [(name: String, value: String)]

  /// Parses a link; `own` is the program's scheme, or nil for any scheme outside the web's.
  init(_ text: String, scheme own: String?) throws(StartCallRequestError) {
    guard text.utf8.count <= Self.limit else { throw StartCallRequestError(text, "it is longer than \(Self.limit) bytes") }
    guard !Self.hasControls(text) else { throw StartCallRequestError(text, "it has control characters") }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let scheme = Self.scheme(text[..<colon]) else {
      throw StartCallRequestError(text, "it has no scheme; write tel:5550100 or a URL of the program's own scheme")
    }
    var rest = text[text.utf8.index(after: colon)...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")), scheme != "tel" { rest = rest[..<hash] }
    var question: Substring = ""
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      question = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    query = try Self.pairs(question, in: text)
    switch scheme {
    case "sip", "sips":
      handle = Handle(type: .sipURI, value: "\(scheme):\(rest)")
    case "tel":
      handle = Handle(type: .phoneNumber, value: try Self.decoded(rest, in: text))
    case "mailto":
      handle = Handle(type: .emailAddress, value: try Self.decoded(rest, in: text))
    default:
      guard own.map({ $0.lowercased() == scheme }) ?? !Self.foreign.contains(scheme) else {
        throw StartCallRequestError(
          text, "its scheme is \(scheme); write tel, sip, sips, mailto" + (own.map { " or \($0)" } ?? " or the program's own"))
      }
      handle = try Self.host(rest, in: text)
    }
    do throws(StartCallRequestError) {
      try Self.check(handle)
    } catch {
      throw StartCallRequestError(text, error.reason)
    }
  }

  /// Reads a handle without a query: a link whose scheme is a handle's, else as `Handle(parsing:)` does.
  static func handle(_ text: String) throws(StartCallRequestError) -> Handle {
    guard text.utf8.count <= limit else { throw StartCallRequestError(text, "it is longer than \(limit) bytes") }
    let handle = Handle(parsing: text)
    try check(handle)
    return handle
  }

  /// Throws when a handle is not valid for its kind.
  static func check(_ handle: Handle) throws(StartCallRequestError) {
    guard !handle.value.isEmpty, handle.value.utf8.count <= limit, !hasControls(handle.value), !handle.type.rawValue.isEmpty else {
      throw StartCallRequestError(handle.value, "it is empty, too long, or has control characters")
    }
    do {
      _ = try HandleRegistry().type(of: handle.type).normalize(handle.value)
    } catch {
      throw StartCallRequestError(handle.value, error.reason)
    }
  }

  /// Reads the host of a program's own URL: a phone number, an e-mail address, or a name, by its form.
  static func host(_ rest: Substring, in text: String) throws(StartCallRequestError) -> Handle {
    var name = rest
    if name.hasPrefix("//") { name = name.dropFirst(2) }
    if name.hasSuffix("/") { name = name.dropLast() }
    guard !name.contains("/") else { throw StartCallRequestError(text, "it has a path; write the callee as the host alone") }
    let value = try decoded(name, in: text)
    guard !value.isEmpty else { throw StartCallRequestError(text, "it has no host; write the callee after the two slashes") }
    return Handle(host: value)
  }

  /// Returns the host of a program's own URL that has only a host and a query; nil for any other text.
  static func ownHost(_ text: String) -> Handle? {
    guard text.utf8.count <= limit, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = text[text.utf8.index(after: colon)...]
    guard rest.hasPrefix("//"), let scheme = scheme(text[..<colon]), !foreign.contains(scheme) else { return nil }
    return try? host(rest.prefix { $0 != "?" && $0 != "#" }, in: text)
  }

  /// Returns a scheme in lower case; nil when it is not one (RFC 3986, 3.1).
  private static func scheme(_ text: Substring) -> String? {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return nil }
    let isScheme = text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
    return isScheme ? text.lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  private static func pairs(_ text: Substring, in whole: String) throws(StartCallRequestError) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for part in text.split(separator: "&").prefix(64) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      pairs.append((try decoded(halves[0], in: whole), halves.count > 1 ? try decoded(halves[1], in: whole) : ""))
    }
    return pairs
  }

  /// Removes percent escapes.
  private static func decoded(_ text: Substring, in whole: String) throws(StartCallRequestError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        throw StartCallRequestError(whole, "it has a % without two hexadecimal digits after it")
      }
      bytes.append(high << 4 | low)
    }
    guard let result = String(validating: bytes, as: UTF8.self) else { throw StartCallRequestError(whole, "its escapes are not UTF-8") }
    guard !hasControls(result) else { throw StartCallRequestError(whole, "its escapes contain control characters") }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// Returns true when a text has characters that control a terminal or the direction of writing.
  static func hasControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

  /// Returns true for controls (C0, DEL, C1), line and paragraph separators, and characters that set the direction of writing.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Handle {
  /// Creates a handle from the host of a program's own URL.
  init(host: String) {
    let isNumber =
      host.utf8.allSatisfy { (48...57).contains($0) || "+-.()*# ".utf8.contains($0) } && host.utf8.contains { (48...57).contains($0) }
    let parsed = Handle(parsing: host)
    if parsed.type != .generic || parsed.value != host {
      self = parsed
    } else if isNumber {
      self.init(type: .phoneNumber, value: host)
    } else if host.utf8.contains(UInt8(ascii: "@")) {
      self.init(type: .emailAddress, value: host)
    } else {
      self.init(type: .generic, value: host)
    }
  }
}
