/// E-mail addresses; comparison ignores the domain's case but not the mailbox's (RFC 5321, 2.4).
public struct EmailAddress: HandleType {
  /// The identifier `emailAddress`.
  public static let identifier = "emailAddress"

  /// Creates the type.
  public init() {}

  /// Returns the address with its domain in lower case.
  public func normalize(_ text: String) throws(HandleError) -> String {
    guard let at = text.lastIndex(of: "@"), at != text.startIndex, text.index(after: at) != text.endIndex else {
      throw HandleError(kind: Self.identifier, text: text, reason: "it needs a mailbox, an @ and a domain")
    }
    return text[..<at] + "@" + text[text.index(after: at)...].lowercased()
  }
}
