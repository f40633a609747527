/// The version of the contract that this host speaks; the header's.
package enum ContractVersion {
  package static let major: UInt32 = 1
  package static let minor: UInt32 = 0
}
