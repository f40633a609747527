/// How a request is called in the journal: by the kind and call of its first action.
public struct RequestTitle: Hashable, Codable, Sendable {
  /// The first action's kind, or the request's own word where it has no action.
  public var word: String
  /// The first action's call; nil when there is none.
  public var call: CallID?

  /// Names a request.
  public init(_ word: String, _ call: CallID?) {
    self.word = word
    self.call = call
  }
}
