internal import TransportABI

/// The version of the contract that this host speaks; the header's.
package enum ContractVersion {
  package static let major: UInt32 = 1
  package static let minor: UInt32 = 1

  /// The size that a struct of the contract had in version 1.0: whoever says a smaller one is wrong, not old.
  package static func firstSize<Table>(of type: Table.Type) -> Int {
    // What has grown since, up to `contact` and `decline`; abi.c fixes these places.
    if type == hsw_call_info.self { return 136 }
    if type == hsw_calls.self { return 48 }
    return MemoryLayout<Table>.size
  }
}
