/// Counts an instance's breaches of the contract that the host made harmless.
public struct TransportMisbehaviour: Hashable, Codable, Sendable {
  /// Actions completed a second time.
  public var double = 0
  /// Messages about an action that was given up, or a call that has ended.
  public var stale = 0
  /// Messages about a call or an action that never existed.
  public var strange = 0
  /// Messages that the life cycle or the call's state does not allow.
  public var outOfOrder = 0
  /// Functions called on a thread that their tag does not allow.
  public var wrongThread = 0
  /// Structs, strings or numbers that break the contract.
  public var malformed = 0
  /// Timers or file descriptors left behind by destroy.
  public var leftBehind = 0

  /// The sum of all counts.
  public var total: Int { double + stale + strange + outOfOrder + wrongThread + malformed + leftBehind }
}
