/// The scheme, host and escapes of a link's text.
enum LinkText {
  /// The limit on a link's length, in bytes.
  static let limit = 2_048
  /// The schemes of the web and the system, which are never a program's own.
  static let foreign: Set<String> = ["http", "https", "ws", "wss", "ftp", "file", "data", "javascript", "about", "blob"]

  /// Returns a scheme in lower case; nil when it is not one (RFC 3986, 3.1).
  static func scheme(_ text: Substring) -> String? {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return nil }
    let isScheme = text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
    return isScheme ? text.lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  /// Reads the host of a program's own URL from the text after the scheme.
  static func host(_ rest: Substring, in text: String) throws(StartCallRequestError) -> String {
    var name = rest
    if name.hasPrefix("//") { name = name.dropFirst(2) }
    if name.hasSuffix("/") { name = name.dropLast() }
    guard !name.contains("/") else { throw StartCallRequestError(text, "it has a path; write the callee as the host alone") }
    let value = try decoded(name, in: text)
    guard !value.isEmpty else { throw StartCallRequestError(text, "it has no host; write the callee after the two slashes") }
    return value
  }

  /// Returns the host of a program's own URL that has only a host and a query; nil for any other text.
  static func ownHost(_ text: String) -> String? {
    guard text.utf8.count <= limit, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = text[text.utf8.index(after: colon)...]
    guard rest.hasPrefix("//"), let scheme = scheme(text[..<colon]), !foreign.contains(scheme) else { return nil }
    return try? host(rest.prefix { $0 != "?" && $0 != "#" }, in: text)
  }

  /// Removes percent escapes.
  static func decoded(_ text: Substring, in whole: String) throws(StartCallRequestError) -> String {
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
    guard !result.hasControls else { throw StartCallRequestError(whole, "its escapes contain control characters") }
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
}
