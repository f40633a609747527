/// What the switchboard knows of an incoming call and a single line cannot.
public struct IncomingFacts: Hashable, Codable, Sendable {
  /// Whether its UUID is live, or was used within the last day, on any line.
  public var isTaken = false
  /// Whether its caller is on the block list.
  public var isBlocked = false
  /// Whether its caller is let through do-not-disturb.
  public var isLetThrough = false

  /// Nothing to say.
  public init() {}
}
