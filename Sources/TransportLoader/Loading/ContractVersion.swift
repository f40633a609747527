/// The version of the contract that this host speaks; the header's.
enum ContractVersion {
  static let major: UInt32 = 1
  static let minor: UInt32 = 0
}
