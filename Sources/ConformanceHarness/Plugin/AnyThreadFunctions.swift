internal import TransportABI

/// The functions of a plugin that the header tags [any].
///
/// `@unchecked Sendable`: that tag allows any thread to call them, several at once; the struct holds nothing else of the plugin.
package struct AnyThreadFunctions: @unchecked Sendable {
  private let page: LastCallPage
  private let context: UnsafeMutableRawPointer?
  private let getExtension: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeRawPointer?
  private let descriptor: (@convention(c) (UInt32) -> UnsafePointer<hsw_descriptor>?)?
  private let schema: (@convention(c) (UnsafeMutableRawPointer?) -> hsw_str)?
  /// Each id, as text that the plugin can read, for good.
  private let offered: [(id: String, text: UnsafePointer<CChar>, isOffered: Bool)]

  package init(_ instance: PluginInstance, _ library: PluginLibrary) throws {
    guard let getExtension = instance.table.get_extension else { throw TestFailure("hsw_instance.get_extension is NULL") }
    page = library.page
    context = instance.table.ctx
    self.getExtension = getExtension
    descriptor = library.table.descriptor
    schema = try instance.offers(HSW_EXT_CONFIG) ? instance.need(HSW_EXT_CONFIG, hsw_config()).schema : nil
    let lender = Lender(library.arena, .exact)
    offered = try (PluginExtension.all.map(\.id) + ["org.hookswitch.no-such/1"]).map {
      (id: $0, text: lender.characters($0), isOffered: try instance.askExtension($0) != nil)
    }
  }

  /// Calls each of them once, and returns a sentence about an answer that differs from the earlier one, if any.
  package func useAll() -> String? {
    var surprise: String?
    for (id, text, isOffered) in offered where ask(text) != isOffered {
      surprise = "get_extension(\"\(id)\") answered \(isOffered ? "NULL" : "a table"), and the opposite before"
    }
    if let descriptor, page.during("entry.descriptor", thread: .any, call: 1, { descriptor(0) }) == nil {
      surprise = "entry.descriptor(0) answered NULL"
    }
    if let schema { _ = page.during("config.schema", thread: .any, call: 1) { schema(context) } }
    return surprise
  }

  private func ask(_ id: UnsafePointer<CChar>) -> Bool {
    page.during("instance.get_extension", thread: .any, call: 1) { getExtension(context, id) } != nil
  }
}
