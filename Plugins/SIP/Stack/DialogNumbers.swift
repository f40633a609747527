internal import Synchronization

/// Numbers the accounts of this process; the numbers of an account's dialogs begin with its number.
final class AccountNumbers: Sendable {
  private let last = Atomic<UInt32>(0)

  /// Returns the next account number, which fits above the count of dialogs and below the stack's own bit.
  func next() -> UInt32 { last.wrappingAdd(1, ordering: .relaxed).newValue & 0x7F_FFFF }
}

/// The accounts' numbers in this process.
let accountNumbers = AccountNumbers()

/// Numbers the dialogs that an account begins: the account in the upper bits, a count in the lower.
struct DialogNumbers {
  static let countBits: UInt64 = 40
  private let account: UInt32
  private var count: UInt64 = 0

  init(_ account: UInt32) {
    self.account = account
  }

  mutating func next() -> UInt64 {
    count += 1
    return UInt64(account) << Self.countBits | count
  }
}
