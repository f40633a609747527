/// E-mail addresses: the domain is compared without case, the mailbox as it is written (RFC 5321, 2.4).
public enum EmailAddress: HandleType {
  /// `emailAddress`.
  public static let identifier = "emailAddress"

  /// The address with its domain in lower case.
  public static func normalize(_ text: String) throws(HandleError) -> String {
    guard let at = text.lastIndex(of: "@"), at != text.startIndex, text.index(after: at) != text.endIndex else {
      throw HandleError(kind: identifier, text: text, reason: "it needs a mailbox, an @ and a domain")
    }
    return text[..<at] + "@" + text[text.index(after: at)...].lowercased()
  }
}
