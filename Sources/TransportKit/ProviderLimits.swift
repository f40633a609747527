/// An instance's own limits and names; what is zero or empty is as the descriptor says.
public struct ProviderLimits: Hashable, Sendable {
  /// Calls at once.
  public var maxCalls: UInt32 = 0
  /// Groups at once.
  public var maxGroups: UInt32 = 0
  /// Calls in one group.
  public var maxCallsPerGroup: UInt32 = 0
  /// The kinds of handles that can be called.
  public var handleKinds: [String] = []
  /// Numbers that are emergency calls on this line.
  public var emergencyNumbers: [String] = []
  /// A name for people, such as the account's.
  public var name = ""

  /// No limit beyond the descriptor's.
  public init() {}
}
