internal import CallControl
internal import FoundationEssentials
internal import Glibc

/// A row of the database `records.db` of GNOME Calls: its table `calls`, of version 1 or 2.
struct GNOMERecord {
  var handle: Handle?
  var isIncoming: Bool
  var start: WallTime
  var answered: WallTime?
  var end: WallTime

  /// The provider under which the history shows the imported calls.
  static let provider = "gnome-calls"
  /// The largest number of rows that one import takes.
  static let limit = 100_000

  /// Reads the rows, the newest first; a row that cannot be used is left out with its reason.
  ///
  /// - Throws: `SQLiteError` when the file is no such database.
  static func all(_ connection: Connection) throws(SQLiteError) -> (records: [GNOMERecord], problems: [String]) {
    let columns = try connection.rows("SELECT name FROM pragma_table_info('calls')") { $0.text(0) ?? "" }
    let `protocol` = columns.contains("protocol") ? "protocol" : "NULL"
    let sql = "SELECT id, target, inbound, start, answered, end, \(`protocol`) FROM calls ORDER BY start DESC, id DESC LIMIT \(limit + 1)"
    var problems: [String] = []
    var records = try connection.rows(sql) { row -> GNOMERecord? in
      // The columns of times hold texts, although their type is BLOB.
      guard let start = row.text(3).flatMap({ WallTime(parsing: $0) }), start.milliseconds > 0 else {
        problems.append("row \(row.integer(0) ?? 0): its start is no time: \((row.text(3) ?? "NULL").prefix(40))")
        return nil
      }
      // A time that is missing is written as the start of 1970.
      func time(_ column: Int32) -> WallTime? {
        row.text(column).flatMap { WallTime(parsing: $0) }.flatMap { $0.milliseconds > 0 ? max($0, start) : nil }
      }
      let answered = time(4)
      return GNOMERecord(
        handle: handle(row.text(1) ?? "", row.text(6)), isIncoming: row.integer(2) ?? 0 != 0, start: start, answered: answered,
        end: max(time(5) ?? start, answered ?? start))
    }
    if records.count > limit {
      records.removeLast()
      problems.append("there are more than \(limit) rows: the oldest are left out")
    }
    // Texts with different zones have another order than their times.
    return (records.compactMap { $0 }.sorted { $0.start > $1.start }, problems)
  }

  private static func handle(_ target: String, _ scheme: String?) -> Handle? {
    let text = String(decoding: target.utf8.prefix(SpoolRecord.textLimit), as: UTF8.self).trimmed
    guard !text.isEmpty else { return nil }
    switch scheme {
    case "tel": return Handle(type: .phoneNumber, value: text.hasPrefix("tel:") ? String(text.dropFirst(4)) : text)
    case "sip", "sips": return Handle(parsing: text.hasPrefix("sip") ? text : "\(scheme ?? "sip"):\(text)")
    default: return StoreHandles.isNumber(text) ? Handle(type: .phoneNumber, value: text) : Handle(parsing: text)
    }
  }

  var outcome: CallRecord.Outcome { answered != nil ? .answered : isIncoming ? .missed : .cancelled }
}

extension HistoryWriter {
  /// Adds imported calls, the newest first, below all present ids, so that a list shows them after the calls of this host; one that is there
  /// already is skipped.
  ///
  /// The reason of an end stays unknown: GNOME Calls does not store it.
  ///
  /// - Returns: the number of calls that were added.
  mutating func add(_ records: [GNOMERecord]) throws(SQLiteError) -> Int {
    let known = """
      SELECT 1 FROM call WHERE began = ? AND direction = ? AND provider = '\(GNOMERecord.provider)' AND handle IS ?
      """
    let insert = """
      INSERT INTO call(id, change, uuid, line, provider, direction, outcome, handle_type, handle, handle_key, contact, began, connected, ended,
        duration, read)
      VALUES(?1, ?2, ?3, 'main', '\(GNOMERecord.provider)', ?4, ?5, ?6, ?7, ?8,
        (SELECT contact FROM contact_handle WHERE key = ?8 ORDER BY contact LIMIT 1), ?9, ?10, ?11, ?12, 1)
      """
    var id = min(try connection.value("SELECT min(id) FROM call").integer ?? 1, 1)
    var count = 0
    for record in records {
      let direction = SQLValue(!record.isIncoming)
      guard try connection.value(known, [SQLValue(record.start), direction, SQLValue(record.handle?.value)]) == .null else { continue }
      id -= 1
      change += 1
      count += 1
      let duration = record.answered.map { record.end.milliseconds - $0.milliseconds }
      try connection.run(
        insert,
        [
          .integer(id), .integer(change), SQLValue(UUID()), direction, .text(record.outcome.rawValue),
          SQLValue(record.handle?.type.rawValue),
          SQLValue(record.handle?.value), SQLValue(record.handle.map { handles.key(of: $0) }), SQLValue(record.start),
          SQLValue(record.answered), SQLValue(record.end), SQLValue(duration),
        ])
      news.added.append(id)
    }
    return count
  }
}

extension CallStore {
  /// Imports the history of GNOME Calls, which is the file `~/.local/share/calls/records.db`.
  ///
  /// The calls come before all calls of this store in the order of ids, under the provider `gnome-calls` and the line `main`, and are read. A
  /// second import adds only new rows. Retention counts for them as for others.
  ///
  /// - Parameter path: the path of the database; it is only read.
  /// - Returns: the counts, and the reasons for the rows that were left out; nothing is ever `changed`.
  /// - Throws: `notFound` when there is no such file, `rejected` for a file that is no database of GNOME Calls.
  public func importRecords(from path: String) throws(StoreError) -> ImportReport {
    guard access(path, F_OK) == 0 else { throw StoreError(.notFound, path, "there is no such file") }
    let rows: (records: [GNOMERecord], problems: [String])
    do throws(SQLiteError) {
      rows = try GNOMERecord.all(Connection(path: path, .readOnly))
    } catch {
      throw StoreError(.rejected, path, "it is no database of GNOME Calls: \(error.message)")
    }
    let records = rows.records
    let added = try writer.write { writer throws(SQLiteError) in try writer.add(records) }
    var report = ImportReport()
    (report.added, report.skipped) = (added, records.count - added + rows.problems.count)
    report.problems = Array(rows.problems.prefix(100))
    return report
  }
}
