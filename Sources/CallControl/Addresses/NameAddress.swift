/// Somebody as SIP's header fields write them: a name for people, and where to call (RFC 3261, 20.10 and 25.1).
///
/// `"Bob Smith" <sip:bob@example.org>`, `Bob <tel:+12125550100>`, or a URI alone.
public struct NameAddress: Hashable, Sendable, CustomStringConvertible {
  /// The name for people; nil: there is none.
  public var displayName: String?
  /// Where to call.
  public var handle: Handle

  /// Names somebody.
  public init(displayName: String? = nil, handle: Handle) {
    self.displayName = displayName
    self.handle = handle
  }

  /// Reads a name and an address.
  ///
  /// What follows the `>` is the header field's own and is left out. Without brackets all of it is the URI, so that a parameter is the URI's: that
  /// is how people write one, while a header field has to have brackets then.
  /// - Throws: `HandleError` that says what is wrong.
  public init(parsing text: String) throws(HandleError) {
    func wrong(_ reason: String) -> HandleError { HandleError(kind: SIPURI.identifier, text: text, reason: reason) }
    let text = text.trimmed
    guard let (name, rest) = Self.name(text) else { throw wrong("its name has a quotation mark that is never closed") }
    guard rest.first == "<" else {
      guard name.isEmpty, !text.utf8.contains(UInt8(ascii: ">")) else { throw wrong("behind a name the address stands in < and >") }
      self.init(handle: Handle(parsing: text))
      return
    }
    guard let end = rest.firstIndex(of: ">") else { throw wrong("its < is never closed by a >") }
    let tail = String(rest[rest.index(after: end)...]).trimmed
    guard tail.isEmpty || tail.hasPrefix(";") else { throw wrong("behind the > only parameters may stand") }
    self.init(displayName: name.isEmpty ? nil : name, handle: Handle(parsing: String(rest.dropFirst().prefix { $0 != ">" }).trimmed))
  }

  /// The name, without quotation marks, and what follows it: from the `<` on, or the whole text where there is none.
  ///
  /// nil: a mark is not closed.
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

  /// As a header field has it: the name in quotation marks, the address in brackets.
  public var description: String {
    guard let displayName else { return "<\(handle)>" }
    var quoted = ""
    for character in displayName.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      // A line break would end the header field, and begin one of somebody else's choice.
      quoted.unicodeScalars.append(character.properties.generalCategory == .control ? " " : character)
    }
    return "\"\(quoted)\" <\(handle)>"
  }
}

extension String {
  /// Without white space around it.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars
    let start = scalars.drop { $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(Substring(start[...last]))
  }
}
