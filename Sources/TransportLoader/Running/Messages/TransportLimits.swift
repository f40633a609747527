internal import TransportABI

/// An instance's own limits; zero or empty means the descriptor's value.
public struct TransportLimits: Hashable, Sendable {
  /// The largest number of simultaneous calls.
  public var maximumCalls: UInt32
  /// The largest number of simultaneous groups.
  public var maximumGroups: UInt32
  /// The largest number of calls in one group.
  public var maximumCallsPerGroup: UInt32
  /// The kinds of handle that it can call.
  public var handleKinds: [String]
  /// The emergency numbers of this line.
  public var emergencyNumbers: [String]
  /// Its name for people.
  public var name: String

  /// Copies the struct of a plugin; nil when it breaks the contract.
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
