/// Free text, compared as it is written: user names, extensions, anything a transport understands.
public struct GenericHandle: HandleType {
  /// `generic`.
  public static let identifier = "generic"

  /// Takes any text.
  public init() {}

  /// The text itself; empty is no handle.
  public func normalize(_ text: String) throws(HandleError) -> String {
    guard !text.isEmpty else { throw HandleError(kind: Self.identifier, text: text, reason: "it is empty") }
    return text
  }
}
