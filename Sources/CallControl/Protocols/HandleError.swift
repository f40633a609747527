public import FoundationEssentials

/// A text is not a handle of the kind that it was given as.
public struct HandleError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind's identifier.
  public var kind: String
  /// The text as it came.
  public var text: String
  /// What is wrong with it, and what would be right.
  public var reason: String

  /// Says what is wrong with a text.
  public init(kind: String, text: String, reason: String) {
    self.kind = kind
    self.text = text
    self.reason = reason
  }

  /// Kind, text and reason on one line.
  public var description: String { "\"\(text)\" is no \(kind): \(reason)" }
}

extension HandleError: LocalizedError {
  /// What is wrong with the text, as one sentence.
  public var errorDescription: String? { "The text \(description.withFullStop)" }
}
