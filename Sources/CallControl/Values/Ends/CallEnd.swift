/// The reason and cause of a call's end.
public struct CallEnd: Hashable, Codable, Sendable {
  /// The reason.
  public var reason: EndReason
  /// The cause, as far as the host knows.
  public var cause: EndCause?
  /// The transport's error, if any.
  public var transport: TransportError?

  /// Creates an end.
  public init(_ reason: EndReason, cause: EndCause? = nil, transport: TransportError? = nil) {
    self.reason = reason
    self.cause = cause
    self.transport = transport
  }
}
