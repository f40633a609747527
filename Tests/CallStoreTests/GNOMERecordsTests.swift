import CallControl
import Testing

@testable import CallStore

@Suite("CallStore: the history of GNOME Calls")
struct GNOMERecordsTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.path + "/records.db"
  }

  /// Makes a database as GNOME Calls does; version 1 has no protocol.
  private func make(_ version: Int, _ rows: [String]) throws {
    let connection = try Connection(path: path, .create)
    try connection.execute(
      "CREATE TABLE 'calls' ('id' INTEGER PRIMARY KEY AUTOINCREMENT,'target' TEXT,'inbound' INTEGER,'start' BLOB,'answered' BLOB,'end' BLOB)"
    )
    if version == 2 { try connection.execute("ALTER TABLE 'calls' ADD COLUMN 'protocol' TEXT") }
    for row in rows { try connection.execute("INSERT INTO calls VALUES(\(row))") }
  }

  private static let rows = [
    "1, '+12025550100', 1, '2024-05-01T10:00:00Z', '1970-01-01T00:00:00Z', '2024-05-01T10:00:20Z', 'tel'",
    "2, '12025550101', 0, '2024-05-01T11:00:00.250500Z', '2024-05-01T11:00:05.5Z', '2024-05-01T11:01:05.250500Z', 'tel'",
    "3, 'sip:bob@example.org', 1, '2024-05-01T14:00:00+02:00', '2024-05-01T14:00:01+0200', '2024-05-01T14:00:02+02', 'sip'",
    "4, '', 1, '2024-05-01T13:00:00Z', NULL, NULL, NULL",
    "5, 'bob@example.org', 0, '2024-05-01T14:00:00Z', NULL, '2024-05-01T14:00:09Z', 'sips'",
  ]

  @Test("Each row becomes a call with its party, outcome, times and duration, and is read")
  func rows() throws {
    let store = CallStore(folder: folder.path + "/store")
    let contact = try store.putContact(Contact(name: "Ann", handles: [.init(.number("+1 202 555 0100"))]))
    store.keep([SpoolRecord.of(.ended)])
    try make(2, Self.rows)
    let report = try store.importRecords(from: path)
    #expect(report.added == 5 && report.skipped == 0 && report.changed == 0 && report.problems == [])
    let entries = try store.history().entries
    // After the calls of this host, the newest first.
    #expect(entries.map(\.id) == [1, 0, -1, -2, -3, -4])
    #expect(
      entries.dropFirst().map { "\($0.began) \($0.direction) \($0.outcome) \($0.handle?.description ?? "withheld")" } == [
        "2024-05-01T14:00:00.000Z outgoing cancelled sips:bob@example.org", "2024-05-01T13:00:00.000Z incoming missed withheld",
        "2024-05-01T12:00:00.000Z incoming answered sip:bob@example.org", "2024-05-01T11:00:00.250Z outgoing answered tel:12025550101",
        "2024-05-01T10:00:00.000Z incoming missed tel:+12025550100",
      ])
    #expect(entries.dropFirst().map(\.duration) == [nil, nil, 1_000, 59_750, nil])
    #expect(entries.dropFirst().allSatisfy { $0.isRead && $0.end == nil && $0.provider == "gnome-calls" && $0.line == .main })
    #expect(entries.last?.contact == contact.id && entries.last?.displayName == "Ann")
    #expect(store.unreadMissed == 1)
    // Pages go on below zero, and a second import adds nothing.
    let page = try store.history(limit: 3)
    #expect(try store.history(before: page.next).entries.map(\.id) == [-2, -3, -4])
    let again = try store.importRecords(from: path)
    #expect(again.added == 0 && again.skipped == 5)
    #expect(try store.historyChanges(after: 0).changes.count == 6)
  }

  @Test("Version 1 has no protocol, and a row without a start is left out")
  func first() throws {
    try make(
      1,
      ["1, '+12025550100', 0, '2024-05-01T10:00:00Z', NULL, NULL", "2, 'x', 0, NULL, NULL, NULL", "3, 'x', 0, '2024', NULL, NULL"])
    let store = CallStore(folder: folder.path + "/store")
    let report = try store.importRecords(from: path)
    #expect(report.added == 1 && report.skipped == 2 && report.problems.count == 2)
    #expect(try store.history().entries.map { $0.handle?.type } == [.phoneNumber])
  }

  @Test("A missing file, another database and another file are errors, and change nothing")
  func errors() throws {
    let store = CallStore(folder: folder.path + "/store")
    func code() -> StoreError.Code? { #expect(throws: StoreError.self) { try store.importRecords(from: path) }?.code }
    #expect(code() == .notFound)
    try Connection(path: path, .create).execute("CREATE TABLE other(x)")
    #expect(code() == .rejected)
    try TestFolder.write("no database", to: path)
    #expect(code() == .rejected)
    #expect(try store.history().entries == [])
  }
}
