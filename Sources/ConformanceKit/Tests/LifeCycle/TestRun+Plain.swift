internal import CConformance
internal import ConformanceHarness
internal import Glibc

extension TestRun {
  /// Opens the plugin's file on the calling thread, as a careless host does, and returns the handle for dlclose, and the entry.
  ///
  /// The host's own loader opens files on a thread of its own, which keeps their code mapped.
  func openedPlainly() throws -> (handle: UnsafeMutableRawPointer, entry: PluginEntry) {
    var text = [CChar](repeating: 0, count: 1024)
    let opened = lastCall.during("dlopen", thread: .any, call: 1) { hookswitch_harness_open_plainly(plugin, &text, text.count) }
    guard let handle = opened else {
      throw TestFailure("dlopen: \(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))")
    }
    guard let symbol = dlsym(handle, "hookswitch_transport_query") else { throw TestFailure("hookswitch_transport_query is not found") }
    return (handle, PluginEntry(path: plugin, address: UInt(bitPattern: symbol), page: lastCall))
  }
}
