internal import TransportABI

/// A plugin whose query succeeded, with its entry table.
final class PluginLibrary {
  let path: String
  let page: LastCallPage
  let arena: GuardedArena
  let table: hsw_entry
  /// The flaw of the entry's size.
  let sizeFlaw: String?
  private var counts: [String: UInt64] = [:]

  /// Queries the plugin for version 1.0.
  init(_ entry: PluginEntry, _ arena: GuardedArena, shape: HostShape = .usual) throws {
    let answer = entry.ask(arena, shape: shape)
    guard answer.status == HSW_OK, let table = answer.query.entry else {
      throw TestFailure(
        "hookswitch_transport_query answered \(StatusName.of(answer.status)) for version 1.0: \(answer.reason ?? "no reason")")
    }
    path = entry.path
    page = entry.page
    self.arena = arena
    (self.table, sizeFlaw) = ForeignStruct.read(table, zero: hsw_entry(), "hsw_entry")
  }

  func during<Result>(_ function: StaticString, _ thread: ThreadTag = .any, _ body: () throws -> Result) rethrows -> Result {
    counts["\(function)", default: 0] += 1
    return try page.during(function, thread: thread, call: counts["\(function)", default: 0], body)
  }

  /// Calls load with the file's path.
  func load() throws -> hsw_status {
    guard let load = table.load else { throw TestFailure("hsw_entry.load is NULL") }
    let lender = Lender(arena, .exact)
    defer { lender.takeBack() }
    let path = lender.text(path)
    return during("entry.load") { load(path) }
  }

  /// Calls load, which must succeed.
  func loaded() throws -> PluginLibrary {
    let status = try load()
    guard status == HSW_OK else { throw TestFailure("entry.load answered \(StatusName.of(status))") }
    return self
  }

  func unload() throws {
    guard let unload = table.unload else { throw TestFailure("hsw_entry.unload is NULL") }
    during("entry.unload") { unload() }
  }

  /// Returns the descriptor at `index`.
  func descriptor(_ index: UInt32) throws -> UnsafePointer<hsw_descriptor>? {
    guard let descriptor = table.descriptor else { throw TestFailure("hsw_entry.descriptor is NULL") }
    return during("entry.descriptor") { descriptor(index) }
  }

  /// Returns all descriptors that the entry counts, at most 64.
  func descriptors() throws -> [ForeignDescriptor] {
    try (0..<min(table.n_descriptors, 64)).map { index in
      guard let pointer = try descriptor(index) else {
        throw TestFailure("descriptor(\(index)) is NULL, though n_descriptors is \(table.n_descriptors)")
      }
      return ForeignDescriptor(pointer)
    }
  }
}
