import CallControl
import Foundation
import Testing

@testable import CallStore

@Suite("CallStore: its file")
struct StoreFileTests {
  /// Runs `sqlite3`'s statements on a closed store.
  private func change(_ folder: TestFolder, _ sql: String) throws {
    try Connection(path: folder.database, .create).execute(sql)
  }

  @Test("A new store has the schema of version 1, for its owner only, and the folder too")
  func new() throws {
    let folder = try TestFolder()
    let inner = folder.path + "/a/b"
    let store = CallStore(folder: inner)
    #expect(store.standing.state == .good)
    let connection = try Connection(path: inner + "/store.sqlite", .readOnly)
    #expect(try connection.value("PRAGMA application_id") == .integer(0x4853_5731))
    #expect(try connection.value("PRAGMA user_version") == .integer(1))
    #expect(try connection.value("PRAGMA journal_mode") == .text("wal"))
    for table in Schema.tables {
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)]) { $0.text(0) ?? "" }
      #expect(columns == table.columns, "\(table.name)")
    }
    func mode(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try mode(inner) == 0o700)
    for name in ["store.sqlite", "store.sqlite-wal", "spool"] { #expect(try mode(inner + "/" + name) == 0o600, "\(name)") }
  }

  @Test("A damaged file is set aside, and its readable rows are in the new one")
  func damaged() throws {
    let folder = try TestFolder()
    do {
      let store = CallStore(folder: folder.path)
      store.keep((0..<3_000).map { SpoolRecord.of(.ended, at: Int64($0)) })
      _ = try store.putContact(Contact(name: "Ann", handles: [.init(.number("+12025550100"))]))
      _ = try store.addBlockRule(BlockRule(.prefix, "+49", addedBy: "user"))
      store.close()
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    // Two pages in the middle: of the table of calls, or of one of its indexes, which then costs no row.
    for place in (bytes.count / 2)..<(bytes.count / 2 + 8_192) { bytes[place] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: folder.database))
    let store = CallStore(folder: folder.path)
    #expect(store.standing.state == .recovered)
    #expect(store.standing.reason?.contains("of call") == true)
    let saved = try store.history(limit: 5_000).entries.count
    #expect((1_000...3_000).contains(saved), "\(store.standing.reason ?? "")")
    #expect(try store.contacts().contacts.map(\.name) == ["Ann"])
    #expect(try store.blockRules().map(\.value) == ["+49"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasPrefix("store.sqlite.damaged-") })
    let last = try #require(try store.history(limit: 1).entries.first)
    store.keep([SpoolRecord.of(.ended)])
    #expect(try #require(try store.history(limit: 1).entries.first).id > last.id)
    store.close()
    #expect(CallStore(folder: folder.path).standing.state == .good)
  }

  @Test(
    "A file that is no database is set aside too",
    arguments: ["not a database, but long enough to be one: " + String(repeating: "x", count: 900)])
  func noDatabase(_ text: String) throws {
    let folder = try TestFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.database))
    let store = CallStore(folder: folder.path)
    #expect(store.standing.state == .recovered)
    store.keep([SpoolRecord.of(.ended)])
    #expect(try store.history().entries.count == 1)
  }

  @Test("The store of a newer version is read and not written")
  func newer() throws {
    let folder = try TestFolder()
    do {
      let store = CallStore(folder: folder.path)
      store.keep([SpoolRecord.of(.ended)])
      store.close()
    }
    try change(folder, "PRAGMA user_version = 2")
    let store = CallStore(folder: folder.path)
    #expect(store.standing.state == .readOnly)
    #expect(store.standing.reason?.contains("newer version") == true)
    store.keep([SpoolRecord.of(.ended)])
    #expect(try store.history().entries.count == 1)
    do {
      _ = try store.markRead()
      Issue.record("a store of a newer version was changed")
    } catch {
      #expect(error.code == .unavailable)
    }
  }

  @Test("A database of another program is left alone, and the store is off")
  func foreign() throws {
    let folder = try TestFolder()
    try change(folder, "CREATE TABLE theirs(x); INSERT INTO theirs VALUES(1)")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let store = CallStore(folder: folder.path)
    #expect(store.standing.state == .off)
    store.keep([SpoolRecord.of(.ended)])
    #expect(try store.history().entries == [])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test("Constraint: a folder that cannot be made leaves the store off with the reason")
  func noFolder() throws {
    let folder = try TestFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    let store = CallStore(folder: folder.path + "/file/store")
    #expect(store.standing.state == .off)
    #expect(store.standing.reason?.contains("Not a directory") == true)
  }

  /// Runs the victim as a shell command in a mount namespace of its own; returns its last line, nil without the right to make one.
  private func isolated(_ prepare: String, _ folder: String) throws -> String? {
    let victim = try Victim.path()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
    process.arguments = user + ["--mount", "sh", "-c", "\(prepare) && exec \"\(victim)\" \"\(folder)\" --calls 300"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = Pipe()
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").last.map(String.init)
  }

  @Test("On a full disk calls go on, and the state says full")
  func full() throws {
    let folder = try TestFolder()
    // Room for the spool and an empty database, and for a few calls.
    let line = try isolated("mount -t tmpfs -o size=4300k none \"\(folder.path)\"", folder.path)
    guard let line else { return }
    #expect(line.hasPrefix("standing full 300 calls"), "\(line)")
  }

  @Test("On a disk that cannot be written calls go on, and the state says readOnly")
  func readOnly() throws {
    let folder = try TestFolder()
    CallStore(folder: folder.path).close()
    let line = try isolated(
      "mount --bind \"\(folder.path)\" \"\(folder.path)\" && mount -o remount,bind,ro \"\(folder.path)\"", folder.path)
    guard let line else { return }
    #expect(line.hasPrefix("standing readOnly 300 calls"), "\(line)")
  }
}
