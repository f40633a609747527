/// Facts about a request's calls that only the switchboard knows.
public struct RequestFacts: Hashable, Codable, Sendable {
  /// The calls to start whose UUIDs are live, or were used within the last day, on any line (S7).
  public var takenCalls: [CallID] = []
  /// True when the request names calls of two lines (X2).
  public var crossesLines = false

  /// Creates empty facts.
  public init() {}
}
