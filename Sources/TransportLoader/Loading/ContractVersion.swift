internal import TransportABI

/// The version of the contract that this host supports, from the header.
package enum ContractVersion {
  package static let major: UInt32 = 1
  package static let minor: UInt32 = 1

  /// The size of a contract struct in version 1.0; a smaller one is an error.
  package static func firstSize<Table>(of type: Table.Type) -> Int {
    // These two structs have grown since (up to `contact` and `decline`); abi.c asserts these offsets.
    if type == hsw_call_info.self { return 136 }
    if type == hsw_calls.self { return 48 }
    return MemoryLayout<Table>.size
  }
}
