/// The state of the line, for ``Host/line(_:retryAfter:error:)``.
public enum LineState: UInt32, Sendable {
  /// Calls can be made and received.
  case ready = 1
  /// The transport is registering.
  case trying
  /// Calls cannot be made or received.
  case down
}

/// An instance's own limits and names; zero or empty means the descriptor's value.
public struct ProviderLimits: Hashable, Sendable {
  /// The largest number of simultaneous calls.
  public var maxCalls: UInt32 = 0
  /// The largest number of simultaneous groups.
  public var maxGroups: UInt32 = 0
  /// The largest number of calls in one group.
  public var maxCallsPerGroup: UInt32 = 0
  /// The kinds of handles that can be called.
  public var handleKinds: [String] = []
  /// The emergency numbers of this line.
  public var emergencyNumbers: [String] = []
  /// A name for the user, such as the account's.
  public var name = ""

  /// Makes limits that are all the descriptor's.
  public init() {}
}
