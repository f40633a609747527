/// The last handles that ended, to distinguish late messages from messages about unknown handles.
struct RecentHandles: Sendable {
  private static let room = 1024

  private var ring: [UInt64] = []
  private var next = 0
  private var set = HandleMap<Void>()

  func contains(_ handle: UInt64) -> Bool { set.contains(handle) }

  mutating func insert(_ handle: UInt64) {
    guard !set.contains(handle) else { return }
    set[handle] = ()
    if ring.count < Self.room {
      ring.append(handle)
    } else {
      set[ring[next]] = nil
      ring[next] = handle
      next = (next + 1) % Self.room
    }
  }
}
