internal import Synchronization

/// Numbers the accounts of this process; the numbers of an account's dialogs begin with its number.
final class AccountNumbers: Sendable {
  private let last = Atomic<UInt32>(0)

  /// Returns the next account number, which fits above the count of dialogs and below the stack's own bit.
  func next() -> UInt32 { last.wrappingAdd(1, ordering: .relaxed).newValue & 0x7F_FFFF }
}
