public import CHookswitch
internal import Hookswitch
internal import Locking
internal import StrictJSON

// The header's snapshots of lines and calls.

/// The snapshots that programs own, by their addresses.
private let snapshots = Locked<[UInt: OwnedSnapshot]>([:])

/// The memory of a snapshot that a program owns.
///
/// It is written before any other thread can know it, and only read afterwards.
private final class OwnedSnapshot: @unchecked Sendable {
  let arena = TextArena.make()
}

/// Gives calls of a line to the program.
private func give(
  _ line: LineSnapshot, _ calls: [Call], to out: UnsafeMutablePointer<UnsafePointer<hk_snapshot>?>
) {
  let owned = OwnedSnapshot()
  let arena = owned.arena
  let snapshot = arena.allocate(hk_snapshot.self)
  snapshot.pointee.size = UInt32(MemoryLayout<hk_snapshot>.size)
  snapshot.pointee.flags = line.doNotDisturb ? HK_LINE_DO_NOT_DISTURB : 0
  snapshot.pointee.revision = line.revision
  snapshot.pointee.front = line.front?.rawValue ?? 0
  snapshot.pointee.line = arena.text(line.line.rawValue)
  snapshot.pointee.n_calls = UInt32(calls.count)
  snapshot.pointee.stride = UInt32(MemoryLayout<hk_call_info>.stride)
  if !calls.isEmpty {
    let infos = arena.allocate(hk_call_info.self, count: calls.count)
    for (index, call) in calls.enumerated() { arena.write(call, front: line.front, to: &infos[index]) }
    snapshot.pointee.calls = UnsafePointer(infos)
  }
  snapshots.withLock { $0[UInt(bitPattern: snapshot)] = owned }
  out.pointee = UnsafePointer(snapshot)
}

/// The function `hk_snapshot_line` of hookswitch.h, which describes it.
@c @implementation
public func hk_snapshot_line(
  _ host: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<UnsafePointer<hk_snapshot>?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    out.pointee = nil
    let snapshot = try HookswitchC.host(host).host.snapshot(of: try HookswitchC.line(line))
    give(snapshot, snapshot.calls, to: out)
  }
}

/// The function `hk_snapshot_call` of hookswitch.h, which describes it.
@c @implementation
public func hk_snapshot_call(
  _ host: OpaquePointer?, _ call: hk_call, _ out: UnsafeMutablePointer<UnsafePointer<hk_snapshot>?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    out.pointee = nil
    let host = try HookswitchC.host(host).host
    let id = try HookswitchC.call(call)
    guard let line = host.call(id)?.line else { throw EmbeddingError(CallError(.unknownCallUUID, [id])) }
    let snapshot = host.snapshot(of: line)
    guard let found = snapshot[id] else { throw EmbeddingError(CallError(.unknownCallUUID, [id])) }
    give(snapshot, [found], to: out)
  }
}

/// The function `hk_snapshot_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_snapshot_free(_ snapshot: UnsafePointer<hk_snapshot>?) {
  _ = snapshots.withLock { $0.removeValue(forKey: UInt(bitPattern: snapshot)) }
}

/// The function `hk_line_audio` of hookswitch.h, which describes it.
@c @implementation
public func hk_line_audio(
  _ host: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    json.pointee = nil
    let host = try HookswitchC.host(host)
    let line = try HookswitchC.line(line)
    try give(try host.invokeAtOnce("audio.get", .object(of: ["line": .string(line.rawValue)])), to: json)
  }
}
