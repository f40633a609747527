/// Facts about an incoming call that only the switchboard knows.
public struct IncomingFacts: Hashable, Codable, Sendable {
  /// True when the call's UUID is live or was used within the last day, on any line.
  public var isTaken = false
  /// True when the caller is on the block list.
  public var isBlocked = false
  /// True when do-not-disturb lets the caller through.
  public var isLetThrough = false

  /// Creates facts that are all false.
  public init() {}
}
