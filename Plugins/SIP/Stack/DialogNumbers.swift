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
