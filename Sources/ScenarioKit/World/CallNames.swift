internal import CallControl
internal import FoundationEssentials

/// The labels that a scenario gives its calls, with the calls' ids: the same in every run.
struct CallNames: Sendable {
  private var calls: [String: CallID] = [:]
  private var names: [CallID: String] = [:]

  /// Returns the id of a label; a new label gets the next id.
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

  /// Returns the label of an id.
  func name(_ call: CallID) -> String {
    names[call] ?? call.uuidString
  }
}
