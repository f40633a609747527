/// Free text: user names, extensions, anything a transport understands. Compared as it is written.
public enum GenericHandle: HandleType {
  /// `generic`.
  public static let identifier = "generic"

  /// The text itself; empty is no handle.
  public static func normalize(_ text: String) throws(HandleError) -> String {
    guard !text.isEmpty else { throw HandleError(kind: identifier, text: text, reason: "it is empty") }
    return text
  }
}
