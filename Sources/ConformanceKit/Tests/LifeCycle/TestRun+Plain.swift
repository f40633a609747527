internal import ConformanceHarness

extension TestRun {
  /// Opens the plugin's file on the calling thread, as a careless host does, and returns the handle for `ExecutorProcess.closePlainly`, and
  /// the entry.
  ///
  /// The host's own loader opens files on a thread of its own, which keeps their code mapped.
  func openedPlainly() throws -> (handle: UInt, entry: PluginEntry) {
    let handle = try lastCall.during("dlopen", thread: .any, call: 1) { try ExecutorProcess.openPlainly(plugin) }
    let address = ExecutorProcess.symbol("hookswitch_transport_query", of: handle)
    guard address != 0 else { throw TestFailure("hookswitch_transport_query is not found") }
    return (handle, PluginEntry(path: plugin, address: address, page: lastCall))
  }
}
