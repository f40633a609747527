/// What the switchboard knows of a request's calls and a single line cannot: nothing, mostly.
public struct RequestFacts: Hashable, Codable, Sendable {
  /// The calls to start whose UUIDs are live, or were used within the last day, on any line (S7).
  public var takenCalls: [CallID] = []
  /// Whether the request names calls of two lines (X2).
  public var crossesLines = false

  /// Nothing to say.
  public init() {}
}
