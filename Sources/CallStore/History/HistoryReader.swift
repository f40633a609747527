internal import CallControl
internal import FoundationEssentials

/// Queries on the history; used with a connection of the caller's own.
struct HistoryReader {
  let connection: Connection
  let handles: StoreHandles

  /// Returns the columns of an entry; a file of an older program that cannot be written has no actors.
  private static func selection(hasActors: Bool) -> String {
    columns + (hasActors ? ", (SELECT name FROM actor WHERE actor.call = call.id) FROM call" : ", NULL FROM call")
  }

  private static let columns = """
    SELECT call.id, call.change, uuid, line, provider, direction, outcome, handle_type, handle, call.name, label, label_source, contact,
      began, started, connecting, connected, ended, duration, refusal, decided_by, reason, cause, made_room_for, t_domain, t_code, t_cause,
      t_message, grp, emergency, video, read, (SELECT name FROM contact WHERE id = call.contact),
      EXISTS (SELECT 1 FROM recording WHERE recording.call = call.id)
    """

  /// Returns the newest entries with ids below `before`, the newest first.
  func list(_ filter: HistoryFilter, before: Int64?, limit: Int) throws(SQLiteError) -> [HistoryEntry] {
    var (sql, values) = filter.conditions(handles)
    if let before {
      sql += " AND call.id < ?"
      values.append(.integer(before))
    }
    values.append(.integer(Int64(limit)))
    return try entries("WHERE \(sql) ORDER BY call.id DESC LIMIT ?", values)
  }

  /// Returns the entry of a call; nil when there is none, and while the call goes on.
  func entry(of call: CallID) throws(SQLiteError) -> HistoryEntry? {
    try entries("WHERE uuid = ? AND ended IS NOT NULL", [SQLValue(call)]).first
  }

  /// Returns the entries with these ids.
  func entries(_ ids: [Int64]) throws(SQLiteError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    for id in ids { found += try entries("WHERE call.id = ? AND ended IS NOT NULL", [.integer(id)]) }
    return found
  }

  /// Returns the changes after a number in order, at most `limit`, and one more when there are more.
  func changes(after: Int64, limit: Int) throws(SQLiteError) -> [HistoryChange] {
    let values: [SQLValue] = [.integer(after), .integer(Int64(limit) + 1)]
    var changes = try entries("WHERE call.change > ? AND ended IS NOT NULL ORDER BY call.change LIMIT ?", values)
      .map { HistoryChange(change: $0.change, id: $0.id, entry: $0) }
    changes += try connection.rows("SELECT change, call FROM removed WHERE change > ? ORDER BY change LIMIT ?", values) {
      HistoryChange(change: $0.integer(0) ?? 0, id: $0.integer(1) ?? 0, entry: nil)
    }
    return Array(changes.sorted { $0.change < $1.change }.prefix(limit + 1))
  }

  /// Returns ended calls whose records the cluster has not got, the oldest first.
  func unshipped(after place: Int64, limit: Int) throws(SQLiteError) -> [HistoryEntry] {
    try entries(
      "WHERE call.id > ? AND ended IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shipped WHERE shipped.call = call.id) ORDER BY call.id LIMIT ?",
      [.integer(place), .integer(Int64(limit))])
  }

  /// The number of missed calls that were not read.
  func unreadMissed() throws(SQLiteError) -> Int {
    Int(try connection.value("SELECT count(*) FROM call WHERE read = 0 AND outcome = 'missed' AND ended IS NOT NULL").integer ?? 0)
  }

  private func entries(_ rest: String, _ values: [SQLValue]) throws(SQLiteError) -> [HistoryEntry] {
    let selection = Self.selection(hasActors: try connection.has(table: Schema.actors))
    // Few calls were recorded, and a look for each costs as much as the row of its call.
    var recorded: [Bool] = []
    var entries = try connection.rows("\(selection) \(rest)", values) { row in
      recorded.append(row.integer(33) == 1)
      return Self.entry(row)
    }
    for index in entries.indices where recorded[index] {
      entries[index].recordings = try connection.rows(
        "SELECT file FROM recording WHERE call = ? ORDER BY file", [.integer(entries[index].id)]
      ) { $0.text(0) ?? "" }
    }
    return entries
  }

  private static func entry(_ row: Statement) -> HistoryEntry {
    let handle = row.text(8).map { Handle(type: Handle.Kind(rawValue: row.text(7) ?? "generic"), value: $0) }
    let (name, label) = (row.text(9), row.text(10))
    return HistoryEntry(
      id: row.integer(0) ?? 0, change: row.integer(1) ?? 0, call: row.uuid(2) ?? CallID.zero, line: LineID(rawValue: row.text(3) ?? ""),
      provider: ProviderID(rawValue: row.text(4) ?? ""), direction: row.integer(5) == 1 ? .outgoing : .incoming,
      outcome: row.text(6).flatMap { CallRecord.Outcome(rawValue: $0) } ?? .failed, handle: handle, name: name,
      displayName: row.text(32) ?? label ?? name ?? handle?.value ?? "Unknown", label: label, labelSource: row.text(11),
      contact: row.integer(12), began: row.time(13) ?? WallTime(milliseconds: 0), started: row.time(14), connecting: row.time(15),
      connected: row.time(16), ended: row.time(17), duration: row.integer(18),
      refusal: row.text(19).flatMap { CallError.Code(rawValue: $0) }, decidedBy: row.text(20), end: end(row), group: row.integer(28),
      isEmergency: row.integer(29) == 1, hasVideo: row.integer(30) == 1, recordings: [], isRead: row.integer(31) == 1,
      actor: row.text(34))
  }

  private static func end(_ row: Statement) -> CallEnd? {
    guard let reason = row.text(21).flatMap({ EndReason(rawValue: $0) }) else { return nil }
    var transport: TransportError?
    if row.text(24) != nil || row.integer(25) != nil {
      transport = TransportError(
        domain: row.text(24) ?? "", code: Int32(truncatingIfNeeded: row.integer(25) ?? 0),
        cause: UInt32(truncatingIfNeeded: row.integer(26) ?? 0), message: row.text(27) ?? "")
    }
    return CallEnd(reason, cause: row.text(22).flatMap { EndCause(word: $0, call: row.uuid(23)) }, transport: transport)
  }
}

extension CallID {
  /// The id of all zeros, for a row without one.
  static let zero = CallID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
