/// Free text, compared as it is written: user names, extensions, anything a transport understands.
public enum GenericHandle: HandleType {
  /// `generic`.
  public static let identifier = "generic"

  /// The text itself; empty is no handle.
  public static func normalize(_ text: String) throws(HandleError) -> String {
    guard !text.isEmpty else { throw HandleError(kind: identifier, text: text, reason: "it is empty") }
    return text
  }
}
