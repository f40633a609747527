/// What a far end for tests answered.
public struct PeerAnswer: Hashable, Sendable {
  /// The contract's code: 0 when it was done.
  public var status: Int32
  /// Whom to call, of `dialable`.
  public var info: TransportCallInfo?
  /// What the far end sees, of `observe`: one JSON object.
  public var observation: String?

  /// Puts an answer together.
  public init(status: Int32, info: TransportCallInfo? = nil, observation: String? = nil) {
    self.status = status
    self.info = info
    self.observation = observation
  }
}
