/// How often an instance broke the contract in ways that the host could make harmless.
public struct TransportMisbehaviour: Hashable, Codable, Sendable {
  /// An action completed a second time.
  public var double = 0
  /// A word about an action that was given up, or a call that has ended.
  public var stale = 0
  /// A word about a call or an action that never was.
  public var strange = 0
  /// A word that the life cycle or the call's state does not allow.
  public var outOfOrder = 0
  /// A function called from a thread that its tag does not allow.
  public var wrongThread = 0
  /// A structure, string or number that breaks the contract.
  public var malformed = 0
  /// Timers or file descriptors left behind by destroy.
  public var leftBehind = 0

  /// All of them together.
  public var total: Int { double + stale + strange + outOfOrder + wrongThread + malformed + leftBehind }
}
