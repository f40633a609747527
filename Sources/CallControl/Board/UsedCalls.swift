internal import FoundationEssentials

/// The ids of ended calls, kept while they must not be used again (S7).
///
/// Many small tables: growing one large table would stop the host for many milliseconds.
struct UsedCalls: Sendable {
  private static let tableCount = 256

  private var tables = [[CallID: UsedCall]](repeating: [:], count: tableCount)

  subscript(call: CallID) -> UsedCall? {
    get { tables[Self.table(of: call)][call] }
    set { tables[Self.table(of: call)][call] = newValue }
  }

  private static func table(of call: CallID) -> Int {
    let bytes = call.uuid
    // These bytes differ both in ids made by counting and in random ones.
    return Int(bytes.15 ^ bytes.10 ^ bytes.3)
  }
}

/// The switchboard's memory of an ended call.
struct UsedCall: Hashable, Sendable {
  /// The call's line, which receives late reports about it.
  let line: LineID
}
