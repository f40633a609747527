package import TransportABI

/// The plugin's shared object in the process, loaded by the host's own loader, and its entry function.
package struct PluginEntry {
  typealias Query = @convention(c) (UnsafeMutablePointer<hsw_query>?) -> hsw_status

  let path: String
  let page: LastCallPage
  private let function: Query

  /// - Parameter address: the entry function's address, from the linker.
  package init(path: String, address: UInt, page: LastCallPage) {
    self.path = path
    self.page = page
    // The contract gives the symbol of that name this type.
    function = ExecutorProcess.reach(unsafeBitCast(address, to: Query.self))
  }

  /// Asks for the versions from `lowest` to `highest`, as a host would.
  package func ask(
    _ arena: GuardedArena, shape: HostShape = .usual, from lowest: UInt32 = 1, to highest: UInt32 = 1, minor: UInt32 = 0
  ) -> QueryAnswer {
    let lender = Lender(arena, shape)
    defer { lender.takeBack() }
    var query = hsw_query()
    query.magic = UInt32(HSW_MAGIC)
    query.major_min = lowest
    query.major_max = highest
    query.minor = minor
    let lent = lender.sized(query)
    let status = call(lent)
    return QueryAnswer(status: status, query: lent.pointee)
  }

  /// Calls the function with any argument.
  package func call(_ query: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
    page.during("hookswitch_transport_query", thread: .any, call: 1) { function(query) }
  }
}
