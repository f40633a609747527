internal import TransportABI

/// An instance's own limits; what is zero or empty is as the descriptor says.
public struct TransportLimits: Hashable, Sendable {
  /// Calls at once.
  public var maximumCalls: UInt32
  /// Groups at once.
  public var maximumGroups: UInt32
  /// Calls in one group.
  public var maximumCallsPerGroup: UInt32
  /// The kinds of handle that it can call.
  public var handleKinds: [String]
  /// Numbers that are emergency calls on this line.
  public var emergencyNumbers: [String]
  /// Its name for people.
  public var name: String

  /// Copies what a plugin passed; nil when it breaks the contract.
  init?(_ pointer: UnsafePointer<hsw_provider>) {
    guard let table = GrowingTable.copy(pointer, as: hsw_provider.self, zero: hsw_provider()),
      let kinds = BorrowedText.read(table.handle_kinds, count: table.n_handle_kinds),
      let emergency = BorrowedText.read(table.emergency, count: table.n_emergency, limit: 256),
      let name = BorrowedText.read(table.name)
    else { return nil }
    maximumCalls = table.max_calls
    maximumGroups = table.max_groups
    maximumCallsPerGroup = table.max_calls_per_group
    handleKinds = kinds
    emergencyNumbers = emergency
    self.name = name
  }
}
