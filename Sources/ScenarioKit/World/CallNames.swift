internal import CallControl
internal import FoundationEssentials

/// The names that a story gives its calls, and the UUIDs that the host knows them by: the same ones in every run.
struct CallNames: Sendable {
  private var calls: [String: CallID] = [:]
  private var names: [CallID: String] = [:]

  /// The UUID of a name; a new name gets the next one.
  mutating func call(_ name: String) -> CallID {
    if let call = calls[name] { return call }
    let number = UInt64(calls.count + 1).bigEndian
    let call = withUnsafeBytes(of: number) { low in
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, low[2], low[3], low[4], low[5], low[6], low[7]))
    }
    calls[name] = call
    names[call] = name
    return call
  }

  /// The name of a UUID.
  func name(_ call: CallID) -> String {
    names[call] ?? call.uuidString
  }
}
