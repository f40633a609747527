/// The title of a request in the journal: the kind and call of its first action.
public struct RequestTitle: Hashable, Codable, Sendable {
  /// The first action's kind, or a request's own name when it has no action.
  public var word: String
  /// The first action's call, if any.
  public var call: CallID?

  /// Creates a title.
  public init(_ word: String, _ call: CallID?) {
    self.word = word
    self.call = call
  }
}
