internal import Locking
internal import TransportABI

/// The offer of this library: set at the first query; only its count of loads changes later.
///
/// One per library, because the functions of an entry have no context; the kit is linked into each plugin separately.
let offer = Locked<Offer?>(nil)

/// The transports of a library, its entry, and its count of loads.
struct Offer: Sendable {
  let kinds: [TransportKind]
  let entry: Static<hsw_entry>
  var loads = 0

  init(_ kinds: [TransportKind]) {
    self.kinds = kinds
    let needsOneLoop = kinds.contains { $0.descriptor.needsOneLoop }
    entry = Static(
      hsw_entry(
        size: UInt32(MemoryLayout<hsw_entry>.size),
        // Swift code must stay mapped: the runtime uses its metadata long after the last call.
        flags: UInt32(HSW_ENTRY_NO_UNLOAD) | (needsOneLoop ? UInt32(HSW_ENTRY_ONE_LOOP) : 0),
        n_descriptors: UInt32(kinds.count), reserved: 0,
        descriptor: { index in
          let kinds = offer.withLock { $0?.kinds ?? [] }
          return index < kinds.count ? kinds[Int(index)].table.pointer : nil
        },
        load: { _ in
          offer.withLock { $0?.loads += 1 }
          return HSW_OK
        },
        unload: { offer.withLock { $0?.loads -= 1 } },
        create: { id, host, configuration, out, why in create(id, host, configuration, out, why) }))
  }
}

/// Serves `create`.
private func create(
  _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str,
  _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
) -> hsw_status {
  do throws(TransportError) {
    let (kinds, loads) = offer.withLock { ($0?.kinds ?? [], $0?.loads ?? 0) }
    guard loads > 0 else { throw TransportError(.wrongState, "create came before load") }
    let name = try text(id)
    guard let kind = kinds.first(where: { $0.descriptor.id == name }) else {
      throw TransportError(.invalid, "there is no transport \(name) here, only \(kinds.map(\.descriptor.id).joined(separator: ", "))")
    }
    let table = copied(host, into: hsw_host())
    guard table.flags & HSW_MUST == 0 else {
      throw TransportError(.notSupported, "the host requests something that is unknown in version \(HSW_ABI_MAJOR).\(HSW_ABI_MINOR)")
    }
    let made = Host(table: table, kind: kind)
    try made.make(try Configuration(configuration))
    // Destroy takes this reference back.
    out.pointee = UnsafePointer(Unmanaged.passRetained(made).takeUnretainedValue().instance)
    return HSW_OK
  } catch {
    return explain(error, why)
  }
}
