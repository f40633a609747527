/// Something asked of a line: judged when it comes, planned when its turn comes (X6).
public struct CallRequest: Hashable, Codable, Sendable {
  /// Its name; the asker mints it, unique on the line.
  public let id: RequestID
  /// Who asks.
  public let origin: Origin
  /// What is asked.
  public let body: RequestBody

  /// Puts a request together.
  public init(id: RequestID, origin: Origin, body: RequestBody) {
    self.id = id
    self.origin = origin
    self.body = body
  }
}
