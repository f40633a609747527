/// A caller's or callee's address: a kind and a value.
///
/// After [`CXHandle`](https://developer.apple.com/documentation/callkit/cxhandle), but with an open set of kinds.
public struct Handle: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of a handle: the `identifier` of a `HandleType`.
  public struct Kind: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The identifier.
    public let rawValue: String

    /// Creates a kind from an identifier.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a kind from a literal identifier.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// Orders kinds as text.
    public static func < (left: Kind, right: Kind) -> Bool {
      left.rawValue < right.rawValue
    }

    /// A telephone number: `+` and digits, or digits.
    public static let phoneNumber: Kind = "phoneNumber"
    /// An e-mail address.
    public static let emailAddress: Kind = "emailAddress"
    /// Free text: a user name, an extension.
    public static let generic: Kind = "generic"
    /// A whole SIP or SIPS URI.
    public static let sipURI: Kind = "sipURI"
  }

  /// The kind of the handle.
  public var type: Kind
  /// The value, without a `tel:` or `mailto:` scheme; a SIP URI is whole.
  public var value: String

  /// Creates a handle.
  public init(type: Kind, value: String) {
    self.type = type
    self.value = value
  }

  /// Creates a handle of the embedder's own kind.
  public init(type: any HandleType.Type, value: String) {
    self.init(type: Kind(rawValue: type.identifier), value: value)
  }

  /// The handle as a URI if its kind has a scheme (`tel:+12025550100`, `sip:bob@example.org`, `mailto:…`), else its value.
  public var description: String {
    switch type {
    case .phoneNumber: "tel:" + value
    case .emailAddress: "mailto:" + value
    default: value
    }
  }

  /// Reads a handle as people write it: `tel:` is a phone number, `sip:` and `sips:` a SIP URI, `mailto:` an e-mail address.
  ///
  /// A URL of a program's own scheme with a host and no path gives the host: `monkeycall://5550100` is the phone number 5550100. Web URLs
  /// and all other texts are generic handles. `StartCallRequest` also reads such a URL's query, and refuses a text that is not a handle.
  public init(parsing text: String) {
    if let number = text.droppingPrefix("tel:") {
      self.init(type: .phoneNumber, value: number)
    } else if let address = text.droppingPrefix("mailto:") {
      self.init(type: .emailAddress, value: address)
    } else if text.droppingPrefix("sip:") != nil || text.droppingPrefix("sips:") != nil {
      self.init(type: .sipURI, value: text)
    } else if let host = LinkText.ownHost(text) {
      self.init(host: host)
    } else {
      self.init(type: .generic, value: text)
    }
  }

  /// Creates a handle from the host of a program's own URL: a phone number, an e-mail address, or a name, by its form.
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

extension String {
  /// Returns the text after `prefix`, which matches without regard to ASCII case; nil when the text does not begin with it.
  fileprivate func droppingPrefix(_ prefix: String) -> String? {
    guard utf8.count >= prefix.utf8.count, utf8.prefix(prefix.utf8.count).elementsEqual(prefix.utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    return String(self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...])
  }
}

extension Handle {
  /// The user or number that the handle names: the user of a SIP URI with its escapes resolved, or the whole value of another handle; nil
  /// for a SIP URI without a user, or whose user is not UTF-8.
  package var user: String? {
    guard type == .sipURI else { return value }
    guard let uri = try? ParsedSIPURI(value), let user = uri.user else { return nil }
    return URIEscapes.resolved(user)
  }
}
