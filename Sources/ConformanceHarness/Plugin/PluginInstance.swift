package import TransportABI

/// One instance of the plugin under test; tests call its functions in any order, right or wrong.
///
/// Each plugin function gets its arguments before guard pages, is recorded with its status, and is timed.
package final class PluginInstance {
  package let host: HarnessHost
  let loop: VirtualLoop
  package let pointer: UnsafePointer<hsw_instance>
  package let table: hsw_instance
  /// The thread that ticks its audio, once started.
  package var media: MediaThread?
  /// The process that it lives in; nil when it is in this one.
  let process: PluginProcess?
  private let arena: GuardedArena
  private var tables: [String: UnsafeRawPointer] = [:]
  /// The copies of these tables: a plugin never changes one that it has handed out, and `abi.handed-out` looks.
  private var copies: [String: Any] = [:]

  init(_ pointer: UnsafePointer<hsw_instance>, _ host: HarnessHost, _ arena: GuardedArena, in process: PluginProcess? = nil) {
    self.pointer = pointer
    self.process = process
    self.host = host
    self.arena = arena
    loop = host.loop
    let (table, flaw) = ForeignStruct.read(pointer, zero: hsw_instance(), "hsw_instance")
    self.table = table
    if let flaw { host.book { $0.note(.size, flaw) } }
  }

  /// The ledger of the instance.
  package var ledger: Ledger { host.ledger }

  /// Calls a plugin function; `body` gets the lender of its arguments.
  func cross<Result>(
    _ function: StaticString, _ thread: ThreadTag = .loop, call: UInt64 = 0, action: UInt64 = 0, saying detail: String = "",
    _ body: (Lender) -> Result
  ) -> Result {
    let lender = Lender(arena, host.offer.shape)
    defer { lender.takeBack() }
    let number = host.crossings.record(
      Crossing(
        number: 0, direction: .toPlugin, function: "\(function)", call: call, action: action, detail: detail, time: loop.now,
        isOnLoop: loop.isCurrent))
    let result = host.page.during(function, thread: thread, call: host.ordinal(of: function)) {
      loop.timed(function) { body(lender) }
    }
    if let status = result as? hsw_status { host.crossings.answer(number, status) }
    return result
  }

  /// Requests an action: records it, calls the plugin function, and records the status.
  func act(
    _ function: StaticString, call: UInt64 = 0, _ effect: LedgerAction.Effect = .other, saying detail: String = "",
    _ body: (Lender, hsw_action) -> hsw_status
  ) -> ActionRef {
    let now = loop.now
    let action = host.book { $0.mintAction("\(function)", call: call, effect, at: now, saying: detail) }
    let status = cross(function, call: call, action: action, saying: detail) { body($0, hsw_action(id: action)) }
    host.book { $0.returned(status, for: action) }
    return ActionRef(id: action, function: "\(function)", status: refusal(of: action) ?? status)
  }

  /// True when it lives in a process of its own, where every action is pending at first.
  package var isApart: Bool { process != nil }

  /// Returns the places around the process of a plugin that hold the secret, where it must never be; none for a plugin in this process.
  package func places(of secret: String) -> [String] { process?.places(of: secret) ?? [] }

  /// The code with which a plugin in another process has refused an action at once; nil for any other.
  private func refusal(of action: UInt64) -> hsw_status? {
    guard isApart, case .failed(let fault)? = ledger.actions[action]?.state else { return nil }
    return fault.code
  }

  /// Asks the plugin for an extension, each time anew.
  package func askExtension(_ id: String) throws -> UnsafeRawPointer? {
    guard let get = table.get_extension else { throw TestFailure("hsw_instance.get_extension is NULL") }
    return cross("instance.get_extension", .any, saying: id) { get(table.ctx, $0.characters(id)) }
  }

  /// Returns true if the plugin offers the extension.
  package func offers(_ id: String) throws -> Bool { try tablePointer(id) != nil }

  private func tablePointer(_ id: String) throws -> UnsafeRawPointer? {
    if let known = tables[id] { return known }
    let pointer = try askExtension(id)
    tables[id] = pointer
    return pointer
  }

  /// Returns the table of an extension that the test needs.
  /// - Throws: `TestSkip` if the plugin does not offer it.
  package func need<Table>(_ id: String, _ zero: Table) throws -> Table {
    if let table = copies[id] as? Table { return table }
    guard let pointer = try tablePointer(id) else { throw TestSkip("no extension \(id)") }
    let (table, flaw) = ForeignStruct.read(pointer, zero: zero, "the table of \(id)")
    if let flaw { host.book { $0.note(.size, flaw) } }
    copies[id] = table
    return table
  }

  /// Returns a function that the test needs.
  /// - Throws: `TestSkip` if it is NULL.
  func need<Function>(_ function: Function?, _ name: StaticString) throws -> Function {
    guard let function else { throw TestSkip("\(name) is NULL: not offered") }
    return function
  }
}

// Parts of the ledger, for those who ask after each step: a copy of the whole costs more than the answer.
extension PluginInstance {
  /// The phase of its life.
  package var phase: Ledger.Phase { host.consult { $0.phase } }

  /// Its breaches without the first `count`.
  package func breaches(from count: Int) -> [Breach] { host.consult { Array($0.breaches.dropFirst(count)) } }

  /// The open actions, oldest first.
  package var openActions: [(id: UInt64, action: LedgerAction)] {
    host.consult { ledger in
      ledger.actions.filter { $0.value.state == .open }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The handles of the calls for which `isMeant` holds, oldest first.
  package func handles(where isMeant: (LedgerCall) -> Bool) -> [UInt64] { host.consult { $0.handles(where: isMeant) } }
}
