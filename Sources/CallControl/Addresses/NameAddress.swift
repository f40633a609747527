/// A party as SIP header fields write it: a display name and an address (RFC 3261, 20.10 and 25.1).
///
/// `"Bob Smith" <sip:bob@example.org>`, `Bob <tel:+12125550100>`, or a URI alone.
public struct NameAddress: Hashable, Sendable, CustomStringConvertible {
  /// The display name, if any.
  public var displayName: String?
  /// The address to call.
  public var handle: Handle

  /// Creates a name and address.
  public init(displayName: String? = nil, handle: Handle) {
    self.displayName = displayName
    self.handle = handle
  }

  /// Reads a name and an address.
  ///
  /// Header parameters after the `>` are ignored. Without brackets the whole text is the URI, so its parameters belong to the URI; a header
  /// field requires brackets in that case.
  /// - Throws: `HandleError` with the reason.
  public init(parsing text: String) throws(HandleError) {
    func wrong(_ reason: String) -> HandleError { HandleError(kind: Handle.Kind.sipURI.rawValue, text: text, reason: reason) }
    let text = text.trimmed
    guard let (name, rest) = Self.name(text) else { throw wrong("its name has a quotation mark that is never closed") }
    guard rest.first == "<" else {
      guard name.isEmpty, !text.utf8.contains(UInt8(ascii: ">")) else { throw wrong("after a name, write the address in < and >") }
      self.init(handle: Handle(parsing: text))
      return
    }
    guard let end = rest.firstIndex(of: ">") else { throw wrong("its < is never closed by a >") }
    let tail = String(rest[rest.index(after: end)...]).trimmed
    guard tail.isEmpty || tail.hasPrefix(";") else { throw wrong("only parameters may follow the >") }
    self.init(displayName: name.isEmpty ? nil : name, handle: Handle(parsing: String(rest.dropFirst().prefix { $0 != ">" }).trimmed))
  }

  /// Splits off the name, without quotation marks; the rest begins at the `<`, or is the whole text when there is none.
  ///
  /// Returns nil when a quotation mark is not closed.
  private static func name(_ text: String) -> (name: String, rest: Substring)? {
    guard text.hasPrefix("\"") else {
      guard let bracket = text.firstIndex(of: "<") else { return ("", text[...]) }
      return (String(text[..<bracket]).trimmed, text[bracket...])
    }
    var name = ""
    var rest = text.unicodeScalars.dropFirst()
    while let character = rest.popFirst() {
      if character == "\"" { return (name, Substring(String(Substring(rest)).trimmed)) }
      if character == "\\", let escaped = rest.popFirst() {
        name.unicodeScalars.append(escaped)
      } else {
        name.unicodeScalars.append(character)
      }
    }
    return nil
  }

  /// The header field's form: the name in quotation marks, the address in brackets.
  public var description: String {
    guard let displayName else { return "<\(handle)>" }
    var quoted = ""
    for character in displayName.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      // A line break would end the header field and let the name inject another.
      quoted.unicodeScalars.append(character.properties.generalCategory == .control ? " " : character)
    }
    return "\"\(quoted)\" <\(handle)>"
  }
}

extension String {
  /// The text without surrounding white space.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars
    let start = scalars.drop { $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(Substring(start[...last]))
  }
}
