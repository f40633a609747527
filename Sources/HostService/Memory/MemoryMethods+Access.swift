internal import CallStore
package import HostSurface
package import StrictJSON

// Grants, and directories.
extension MemoryMethods {
  private static let peer = Subject(what: "peer")

  /// Answers `access.list`.
  package func accessList(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let grants = try run(Self.peer) { store throws(StoreError) in try store.grants() }
    return .object(of: [
      "grants": .array(grants.filter { $0.granted != nil }.map(\.json)), "pending": .array(grants.filter { $0.granted == nil }.map(\.json)),
    ])
  }

  /// Answers `access.grant`.
  package func accessGrant(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let (peer, names) = (parameters.text("peer"), parameters["names"]?.strings)
    guard Self.isPeer(peer) else {
      throw Self.wrong("/peer", "uid:NUMBER, group:NAME, app:ID, token:NAME or nats:NAME, at most 256 bytes without spaces")
    }
    if let place = names?.firstIndex(where: { !Self.isName($0) }) {
      throw Self.wrong("/names/\(place)", "name of 1 to 256 bytes without spaces, or line:NAME")
    }
    let rights = parameters["rights"]?.strings ?? []
    return try run(Self.peer) { store throws(StoreError) in try store.grant(peer, rights: rights, names: names) }.json
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "line:" && text.utf8.count <= 256 && !text.contains(" ")
  }

  private static func isPeer(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard isName(text), parts.count == 2, !parts[1].isEmpty else { return false }
    return parts[0] == "uid" ? UInt32(parts[1]) != nil : ["group", "app", "token", "nats"].contains(parts[0])
  }

  /// Answers `access.revoke`.
  package func accessRevoke(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.peer) { store throws(StoreError) in try store.revoke(parameters.text("peer")) }
    return .object([])
  }

  /// Answers `directory.list`: this host has no directories.
  package func directoryList(_ parameters: Parameters) -> JSONValue { .object(of: ["directories": .array([])]) }

  /// Answers `directory.lookup`: this host has no directories.
  package func directoryLookup(_ parameters: Parameters) -> JSONValue { .object(of: ["entries": .array([])]) }

  /// Answers `directory.get`, `directory.setEnabled`, `directory.reload` and `directory.cancel`: this host has no directories.
  package func directoryOther(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    throw Self.notFound("directory", parameters.text("directory"))
  }
}
