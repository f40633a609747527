package import TransportABI
internal import TransportLoader

/// The plugin under test: its library in this process, or a transport whose instances live in processes of their own.
///
/// Tests talk to a plugin by functions; this type alone knows which of both is behind them.
package final class PluginLibrary {
  let path: String
  let page: LastCallPage
  let arena: GuardedArena
  /// The transport whose library this process never opens, and the start of a process for the instances on a loop; nil for a library in
  /// this process.
  private let apart: (transport: KitTransport, start: (VirtualLoop) throws -> PluginProcess)?
  private var processes: [ObjectIdentifier: PluginProcess] = [:]
  /// The entry table; empty for a library that this process does not open.
  package let table: hsw_entry
  /// The entry as the plugin gave it; nil for a library that this process does not open.
  package let entry: UnsafePointer<hsw_entry>?
  /// The flaw of the entry's size.
  package let sizeFlaw: String?
  private var counts: [String: UInt64] = [:]

  /// Queries the plugin for version 1.0.
  package init(_ entry: PluginEntry, _ arena: GuardedArena, shape: HostShape = .usual) throws {
    let answer = entry.ask(arena, shape: shape)
    guard answer.status == HSW_OK, let table = answer.query.entry else {
      throw TestFailure(
        "hookswitch_transport_query answered \(StatusName.of(answer.status)) for version 1.0: \(answer.reason ?? "no reason")")
    }
    path = entry.path
    page = entry.page
    self.arena = arena
    apart = nil
    self.entry = table
    (self.table, sizeFlaw) = ForeignStruct.read(table, zero: hsw_entry(), "hsw_entry")
  }

  /// Makes the library of a transport that its own processes open.
  ///
  /// - Parameter start: starts the process of the instances on a loop.
  init(
    apart transport: KitTransport, path: String, page: LastCallPage, arena: GuardedArena,
    start: @escaping (VirtualLoop) throws -> PluginProcess
  ) {
    self.path = path
    self.page = page
    self.arena = arena
    apart = (transport, start)
    table = hsw_entry()
    entry = nil
    sizeFlaw = nil
  }

  /// Calls create, here or in the process of the instances on that loop.
  func create(
    on loop: VirtualLoop, _ id: hsw_str, _ host: HarnessHost, _ configuration: hsw_str,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
  ) throws -> hsw_status {
    if apart != nil {
      let process = try startedProcess(of: loop)
      // The start of a process is no time that the plugin takes.
      let status = process.create(id, host, configuration, out, why)
      loop.timed("entry.create") {}
      return status
    }
    guard let create = table.create else { throw TestFailure("hsw_entry.create is NULL") }
    return loop.timed("entry.create") { create(id, host.table, configuration, out, why) }
  }

  /// Returns the process of the instances on a loop; each loop has one, since its time is the loop's.
  private func startedProcess(of loop: VirtualLoop) throws -> PluginProcess {
    if let known = processes[ObjectIdentifier(loop)] { return known }
    guard let apart else { throw TestFailure("the plugin is in this process") }
    let made = try apart.start(loop)
    processes[ObjectIdentifier(loop)] = made
    return made
  }

  /// The process of the instances on a loop; nil for a library in this process.
  func process(of loop: VirtualLoop) -> PluginProcess? { processes[ObjectIdentifier(loop)] }

  func during<Result>(_ function: StaticString, _ thread: ThreadTag = .any, _ body: () throws -> Result) rethrows -> Result {
    counts["\(function)", default: 0] += 1
    return try page.during(function, thread: thread, call: counts["\(function)", default: 0], body)
  }

  /// Calls load with the file's path.
  package func load() throws -> hsw_status {
    guard let load = table.load else { throw TestFailure("hsw_entry.load is NULL") }
    let lender = Lender(arena, .exact)
    defer { lender.takeBack() }
    let path = lender.text(path)
    return during("entry.load") { load(path) }
  }

  /// Calls load, which must succeed.
  package func loaded() throws -> PluginLibrary {
    let status = try load()
    guard status == HSW_OK else { throw TestFailure("entry.load", "answered \(StatusName.of(status))", expected: "HSW_OK") }
    return self
  }

  package func unload() throws {
    guard let unload = table.unload else { throw TestFailure("hsw_entry.unload is NULL") }
    during("entry.unload") { unload() }
  }

  /// Returns the descriptor at `index`.
  package func descriptor(_ index: UInt32) throws -> UnsafePointer<hsw_descriptor>? {
    guard let descriptor = table.descriptor else { throw TestFailure("hsw_entry.descriptor is NULL") }
    return during("entry.descriptor") { descriptor(index) }
  }

  /// Returns all descriptors that the entry counts, at most 64.
  package func descriptors() throws -> [ForeignDescriptor] {
    if let apart { return [ForeignDescriptor(apart.transport.descriptor)] }
    return try (0..<min(table.n_descriptors, 64)).map { index in
      guard let pointer = try descriptor(index) else {
        throw TestFailure("descriptor(\(index)) is NULL, though n_descriptors is \(table.n_descriptors)")
      }
      return ForeignDescriptor(pointer)
    }
  }
}

/// The extensions that a plugin may offer, from the header and from the headers of drafts.
package enum PluginExtension {
  /// The ids, with the size of each table in the version that brought it.
  package static let all: [(id: String, size: UInt32)] = [
    (HSW_EXT_CALLS, size(hsw_calls.self)), (HSW_EXT_HOLD, size(hsw_hold.self)), (HSW_EXT_MUTE, size(hsw_mute.self)),
    (HSW_EXT_DTMF, size(hsw_dtmf.self)), (HSW_EXT_GROUP, size(hsw_group.self)), (HSW_EXT_TRANSFER, size(hsw_transfer.self)),
    (HSW_EXT_DEFLECT, size(hsw_deflect.self)), (HSW_EXT_LINE, size(hsw_line.self)), (HSW_EXT_CONFIG, size(hsw_config.self)),
    (HSW_EXT_STATE, size(hsw_state.self)), (HSW_EXT_AUDIO, size(hsw_audio.self)), (HSW_EXT_HEALTH, size(hsw_health.self)),
    (HSW_EXT_DIAG, size(hsw_diag.self)), (HSW_EXT_TESTPEER, size(hsw_test_peer.self)),
    (HSW_EXT_HANDOVER, size(hsw_handover.self)),
  ]

  private static func size<Table>(_ type: Table.Type) -> UInt32 { UInt32(ContractVersion.firstSize(of: type)) }

  /// Returns the NAME in org.hookswitch.NAME/REV.
  package static func name(of id: String) -> String {
    String((id.split(separator: ".").last ?? "").prefix { $0 != "/" })
  }
}

// The bits of the plugin's tables.
extension PluginLibrary {
  /// Returns the stray bits of the library's entry and descriptors, in words.
  package func strayBits() throws -> [String] {
    let entry = table
    var found = [
      StrayBits.words("hsw_entry", flags: entry.flags, known: HSW_ENTRY_NO_UNLOAD | HSW_ENTRY_ONE_LOOP, reserved: entry.reserved)
    ]
    for index in 0..<min(entry.n_descriptors, 64) {
      guard let pointer = try descriptor(index) else { continue }
      let descriptor = ForeignStruct.read(pointer, zero: hsw_descriptor(), "hsw_descriptor").table
      found.append(StrayBits.words("hsw_descriptor", flags: descriptor.flags, reserved: descriptor.reserved))
    }
    return found.compactMap { $0 }
  }
}
