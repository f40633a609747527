/// A telephone number in a URI (RFC 3966).
struct PhoneNumber: Hashable {
  /// Digits, `*` and `#`, with `+` before a country code.
  var text: String

  /// True for an E.164 number, which is the same everywhere.
  var isGlobal: Bool { text.hasPrefix("+") }

  /// The number as the user part of a SIP URI, where `#` must be escaped (RFC 3261 section 25.1).
  var userPart: String { text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23") }

  /// Reads a number, a `tel:` URI or the user part of a SIP URI; nil for anything else.
  ///
  /// Removes visual separators, and completes a local number with its context, if that is a country code and area (RFC 3966 section 5.1.5).
  init?(uri: String) {
    var rest = uri[...]
    if let colon = uri.firstIndex(of: ":") { rest = uri[uri.index(after: colon)...] }
    if let at = rest.firstIndex(of: "@") { rest = rest[..<at] }
    let parts = rest.split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first, var number = Self.digits(first) else { return nil }
    if !number.hasPrefix("+"), let context = parts.first(where: { $0.lowercased().hasPrefix("phone-context=+") }),
      let prefix = Self.digits(context.dropFirst(14))
    {
      number = prefix + number
    }
    text = number
  }

  private static func digits(_ written: Substring) -> String? {
    let unescaped = written.split(separator: "%23", omittingEmptySubsequences: false).joined(separator: "#")
    let digits = unescaped.filter { !"-.() ".contains($0) }
    let body = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    guard !body.isEmpty, body.allSatisfy({ $0.isASCII && ($0.isNumber || "*#ABCDabcd".contains($0)) }) else { return nil }
    guard !digits.hasPrefix("+") || body.allSatisfy(\.isNumber) else { return nil }
    return String(digits)
  }
}
