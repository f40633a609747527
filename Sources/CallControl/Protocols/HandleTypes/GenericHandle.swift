/// Free text, compared exactly: user names, extensions, anything a transport understands.
public struct GenericHandle: HandleType {
  /// The identifier `generic`.
  public static let identifier = "generic"

  /// Creates the type.
  public init() {}

  /// Returns the text itself, which must not be empty.
  public func normalize(_ text: String) throws(HandleError) -> String {
    guard !text.isEmpty else { throw HandleError(kind: Self.identifier, text: text, reason: "it is empty") }
    return text
  }
}
