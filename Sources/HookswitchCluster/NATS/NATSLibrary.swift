internal import CNATS

/// The functions of libnats, which `NATSLibrary.open` has opened before.
var libnats: hookswitch_nats_table { hookswitch_nats().pointee }

/// The library of the engine's client.
///
/// It is opened when a node of a cluster needs it, so that a host that stands alone neither loads it nor needs its package.
package enum NATSLibrary {
  /// Opens the library, once for the process. [any thread]
  ///
  /// - Throws: `missingLibrary`, which names the package.
  package static func open() throws(ClusterStoreError) {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { text -> String? in
      text.initialize(repeating: 0)
      guard let start = text.baseAddress, hookswitch_nats_open(start, text.count) == nil else { return nil }
      return String(cString: start)
    }
    if let reason { throw .missingLibrary(reason: reason) }
  }
}
