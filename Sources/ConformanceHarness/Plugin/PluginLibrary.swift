package import TransportABI
internal import TransportLoader

/// A plugin whose query succeeded, with its entry table.
package final class PluginLibrary {
  let path: String
  let page: LastCallPage
  let arena: GuardedArena
  package let table: hsw_entry
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
    (self.table, sizeFlaw) = ForeignStruct.read(table, zero: hsw_entry(), "hsw_entry")
  }

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
    guard status == HSW_OK else { throw TestFailure("entry.load answered \(StatusName.of(status))") }
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
    try (0..<min(table.n_descriptors, 64)).map { index in
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
