/// The answer of a far end for tests.
public struct PeerAnswer: Hashable, Sendable {
  /// The contract's code; 0 on success.
  public var status: Int32
  /// The handle to call, from `dialable`.
  public var info: TransportCallInfo?
  /// The far end's view, from `observe`: one JSON object.
  public var observation: String?

  /// Makes an answer.
  public init(status: Int32, info: TransportCallInfo? = nil, observation: String? = nil) {
    self.status = status
    self.info = info
    self.observation = observation
  }
}
