/// E-mail addresses: the domain is compared without case, the mailbox as it is written (RFC 5321, 2.4).
public struct EmailAddress: HandleType {
  /// `emailAddress`.
  public static let identifier = "emailAddress"

  /// Knows no server: any may have the mailbox.
  public init() {}

  /// The address with its domain in lower case.
  public func normalize(_ text: String) throws(HandleError) -> String {
    guard let at = text.lastIndex(of: "@"), at != text.startIndex, text.index(after: at) != text.endIndex else {
      throw HandleError(kind: Self.identifier, text: text, reason: "it needs a mailbox, an @ and a domain")
    }
    return text[..<at] + "@" + text[text.index(after: at)...].lowercased()
  }
}
