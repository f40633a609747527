internal import Synchronization

/// Counts the accounts of this process, for whom the numbers of their dialogs begin with it.
final class AccountNumbers: Sendable {
  private let last = Atomic<UInt32>(0)

  /// A number that no other account has; it fits above the count of dialogs and below the stack's own bit.
  func next() -> UInt32 { last.wrappingAdd(1, ordering: .relaxed).newValue & 0x7F_FFFF }
}
