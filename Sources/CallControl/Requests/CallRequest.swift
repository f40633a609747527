/// A request to a line: judged on arrival, planned when its turn comes (X6).
public struct CallRequest: Hashable, Codable, Sendable {
  /// The request's id, minted by the requester and unique on the line.
  public let id: RequestID
  /// The origin of the request.
  public let origin: Origin
  /// The content of the request.
  public let body: RequestBody

  /// Creates a request.
  public init(id: RequestID, origin: Origin, body: RequestBody) {
    self.id = id
    self.origin = origin
    self.body = body
  }
}

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
