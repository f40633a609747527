/// How and why a call ended.
public struct CallEnd: Hashable, Codable, Sendable {
  /// How it ended.
  public var reason: EndReason
  /// Why, as far as the host knows.
  public var cause: EndCause?
  /// What the transport said of it, if it said anything.
  public var transport: TransportError?

  /// Puts the three together.
  public init(_ reason: EndReason, cause: EndCause? = nil, transport: TransportError? = nil) {
    self.reason = reason
    self.cause = cause
    self.transport = transport
  }
}
