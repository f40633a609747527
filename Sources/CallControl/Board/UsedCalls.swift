internal import FoundationEssentials

/// The names of calls that have ended, and where they were, for as long as they must not be used again (S7).
///
/// In many small tables: one large one would stop the host for many milliseconds each time that it grows.
struct UsedCalls: Sendable {
  private static let tableCount = 256

  private var tables = [[CallID: UsedCall]](repeating: [:], count: tableCount)

  subscript(call: CallID) -> UsedCall? {
    get { tables[Self.table(of: call)][call] }
    set { tables[Self.table(of: call)][call] = newValue }
  }

  private static func table(of call: CallID) -> Int {
    let bytes = call.uuid
    // The bytes in which names differ that were counted up, and those that were drawn.
    return Int(bytes.15 ^ bytes.10 ^ bytes.3)
  }
}
