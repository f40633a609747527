import Foundation
import HostService
import HostSurface
import StrictJSON
import Testing

@testable import CallStore

@Suite("MemoryMethods: a store that is off or read only")
struct UnavailableTests {
  /// Parameters with which each method of memory works.
  static let parameters: KeyValuePairs<MethodName, String> = [
    .historyList: "{}", .historyGet: "{\"call\": \"\(UUID().uuidString)\"}", .historyChanges: #"{"after": 0}"#, .historyMarkRead: "{}",
    .historyRemove: #"{"ids": []}"#, .contactList: "{}", .contactGet: #"{"id": 1}"#,
    .contactPut: #"{"contact": {"name": "A", "handles": []}}"#,
    .contactRemove: #"{"id": 1}"#, .contactMatch: #"{"handle": "+1"}"#,
    .contactImport: #"{"vcard": "BEGIN:VCARD\nVERSION:4.0\nFN:A\nEND:VCARD\n"}"#,
    .contactExport: "{}", .blockList: "{}", .blockAdd: #"{"kind": "all", "value": ""}"#, .blockRemove: #"{"id": 1}"#, .callerCheck: "{}",
    .doNotDisturbGet: "{}", .doNotDisturbSet: #"{"mode": "on"}"#, .doNotDisturbConfigure: "{}", .accessList: "{}",
    .accessGrant: #"{"peer": "uid:1", "rights": ["observe"]}"#, .accessRevoke: #"{"peer": "uid:1"}"#,
  ]

  @Test("Every method of the chapter but those of directories needs the store")
  func complete() {
    let others: [MethodName] = [
      .directoryList, .directoryGet, .directorySetEnabled, .directoryReload, .directoryCancel, .directoryLookup,
    ]
    #expect(
      Set(Self.parameters.map(\.key)).union(others)
        == Set(MethodName.allCases.filter { $0.chapter == .memory }).union([.accessList, .accessGrant, .accessRevoke]))
  }

  @Test("Without a store each method is unavailable, since the store is off")
  func off() throws {
    for (method, parameters) in Self.parameters {
      SurfaceCheck.fails(.unavailable, ["why": "off"]) { _ = try MemoryMethods(store: nil).answer(method, parameters) }
    }
    // The database of another program is none either.
    let memory = try TestMemory()
    let path = memory.path + "/other"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Connection(path: path + "/store.sqlite", .create).execute("PRAGMA application_id = 7; CREATE TABLE a(b)")
    let store = CallStore(folder: path)
    #expect(store.standing.state == .off)
    for (method, parameters) in Self.parameters {
      SurfaceCheck.fails(.unavailable, ["why": "off"]) { _ = try MemoryMethods(store: store).answer(method, parameters) }
    }
    #expect(try MemoryMethods(store: nil).answer(.directoryList) == .object(of: ["directories": .array([])]))
  }

  @Test("A store of a newer program answers queries, and no change")
  func readOnly() throws {
    let memory = try TestMemory()
    let path = memory.path + "/newer"
    CallStore(folder: path).close()
    try Connection(path: path + "/store.sqlite", .create).execute("PRAGMA user_version = 99")
    let store = CallStore(folder: path)
    #expect(store.standing.state == .readOnly)
    let methods = MemoryMethods(store: store)
    for (method, parameters) in Self.parameters {
      if method.declaration.kind == .query {
        if method == .historyGet || method == .contactGet {
          SurfaceCheck.fails(.notFound) { _ = try methods.answer(method, parameters) }
        } else {
          SurfaceCheck.result(try methods.answer(method, parameters), of: method)
        }
      } else {
        SurfaceCheck.fails(.unavailable, ["why": "readOnly"]) { _ = try methods.answer(method, parameters) }
      }
    }
  }

  @Test("A full disk refuses changes until there is room again, and queries go on")
  func full() throws {
    let memory = try TestMemory()
    func pages(_ pragma: String) throws -> Int64 {
      try memory.store.writer.write { writer throws(SQLiteError) in try writer.connection.value("PRAGMA \(pragma)").integer ?? 0 }
    }
    let contact =
      "{\"contact\": {\"name\": \"\(String(repeating: "a", count: 4_000))\", \"handles\": [], \"image\": \"\(String(repeating: "b", count: 4_000))\"}}"
    _ = try pages("max_page_count = \(pages("page_count"))")
    SurfaceCheck.fails(.unavailable, ["why": "full"]) { try memory.call(.contactPut, contact) }
    #expect(memory.store.standing.state == .full)
    #expect(try memory.call(.contactList).ids("contacts") == [])
    _ = try pages("max_page_count = 1000000")
    try memory.call(.contactPut, contact)
    #expect(memory.store.standing.state == .good)
    #expect(try memory.call(.contactList).ids("contacts") == [1])
  }
}
