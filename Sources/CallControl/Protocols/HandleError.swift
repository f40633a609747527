/// An error for a text that is not a handle of its kind.
public struct HandleError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The identifier of the kind.
  public var kind: String
  /// The rejected text.
  public var text: String
  /// The reason, and the correct form.
  public var reason: String

  /// Creates an error for a text.
  public init(kind: String, text: String, reason: String) {
    self.kind = kind
    self.text = text
    self.reason = reason
  }

  /// Kind, text and reason on one line.
  public var description: String { "\"\(text)\" is not a valid \(kind): \(reason)" }
}

extension HandleError {
  /// The error as one sentence.
  public var errorDescription: String? { "The text \(description.withFullStop)" }
}
