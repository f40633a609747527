internal import CallControl
internal import FoundationEssentials

/// The changes that a transaction made, told after its commit.
struct HistoryNews: Hashable, Sendable {
  var added: [Int64] = []
  var changed: [Int64] = []
  var removed: [Int64] = []

  var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// Changes of the history, inside a transaction of the caller's own.
struct HistoryWriter {
  let connection: Connection
  let handles: StoreHandles
  /// The number of the last change of the store; the caller keeps it in `meta` with the same transaction.
  var change: Int64
  var news = HistoryNews()
  /// The change of the number of unread missed calls.
  private(set) var missed = 0
  /// The records that were new to the database, for the judge's memory of callers.
  var fresh: [SpoolRecord] = []

  init(_ connection: Connection, _ handles: StoreHandles, change: Int64) {
    self.connection = connection
    self.handles = handles
    self.change = change
  }

  private static let missedOutcome = CallRecord.Outcome.missed.rawValue

  private static let insert = """
    INSERT INTO call(change, uuid, line, provider, direction, outcome, handle_type, handle, handle_key, name, label, label_source, contact,
      began, started, connecting, connected, ended, duration, refusal, decided_by, reason, cause, made_room_for, t_domain, t_code, t_cause,
      t_message, grp, emergency, video)
    VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
      coalesce((SELECT id FROM contact WHERE id = ?13), (SELECT contact FROM contact_handle WHERE key = ?9 ORDER BY contact LIMIT 1)),
      ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)
    ON CONFLICT(uuid) DO
    """
  private static let begin = insert + " NOTHING"
  private static let update =
    insert + """
       UPDATE SET change = excluded.change, outcome = excluded.outcome, handle_type = excluded.handle_type, handle = excluded.handle,
        handle_key = excluded.handle_key, name = excluded.name, label = excluded.label, label_source = excluded.label_source,
        contact = coalesce(call.contact, excluded.contact), started = excluded.started, connecting = excluded.connecting,
        connected = excluded.connected, ended = excluded.ended, duration = excluded.duration, refusal = excluded.refusal,
        decided_by = excluded.decided_by, reason = excluded.reason, cause = excluded.cause, made_room_for = excluded.made_room_for,
        t_domain = excluded.t_domain, t_code = excluded.t_code, t_cause = excluded.t_cause, t_message = excluded.t_message,
        grp = excluded.grp, emergency = excluded.emergency, video = excluded.video
      WHERE call.ended IS NULL
      RETURNING id
      """

  /// Applies a note; one that the database has already changes nothing.
  mutating func apply(_ record: SpoolRecord) throws(SQLiteError) {
    if let until = record.emergencyCallback {
      try connection.run("INSERT OR REPLACE INTO setting VALUES('emergencyUntil', ?)", [.text("\(until.milliseconds)")])
    }
    guard record.isKept else {
      if record.step == .begun || record.step == .refused { fresh.append(record) }
      return
    }
    let isLast = record.step == .ended || record.step == .refused
    let id: Int64?
    if record.step == .begun {
      id = try connection.run(Self.begin, values(record, change: 0)) > 0 ? connection.lastID : nil
    } else {
      id = try connection.value(Self.update, values(record, change: isLast ? change + 1 : 0)).integer
    }
    guard let id else { return }
    if let actor = record.actor {
      try connection.run("INSERT OR REPLACE INTO actor VALUES(?, ?)", [.integer(id), .text(actor)])
    }
    if record.step == .begun || record.step == .refused {
      try countHit(record)
    }
    fresh.append(record)
    guard isLast else { return }
    change += 1
    if record.outcome == Self.missedOutcome { missed += 1 }
    news.added.append(id)
  }

  private func values(_ record: SpoolRecord, change: Int64) -> [SQLValue] {
    let handle = record.handle.map { Handle(type: Handle.Kind(rawValue: record.handleType ?? "generic"), value: $0) }
    return [
      .integer(change), SQLValue(record.call), .text(record.line), .text(record.provider), SQLValue(record.isOutgoing),
      .text(record.outcome), SQLValue(record.handleType), SQLValue(record.handle), SQLValue(handle.map { handles.key(of: $0) }),
      SQLValue(record.name), SQLValue(record.label), SQLValue(record.labelSource), SQLValue(record.contact),
      .integer(record.began), SQLValue(record.started), SQLValue(record.connecting), SQLValue(record.connected), SQLValue(record.ended),
      SQLValue(record.duration), SQLValue(record.refusal), SQLValue(record.decidedBy), SQLValue(record.reason), SQLValue(record.cause),
      record.madeRoomFor.map { SQLValue($0) } ?? .null, SQLValue(record.transportDomain), SQLValue(record.transportCode),
      SQLValue(record.transportCause), SQLValue(record.transportMessage), SQLValue(record.group), SQLValue(record.isEmergency),
      SQLValue(record.hasVideo),
    ]
  }

  /// Counts a call that a block rule decided.
  private func countHit(_ record: SpoolRecord) throws(SQLiteError) {
    guard let rule = record.decidedBy?.split(separator: " ").last, rule.hasPrefix("block:"), let id = Int64(rule.dropFirst(6)) else {
      return
    }
    try connection.run("UPDATE block SET hits = hits + 1, last_hit = ? WHERE id = ?", [.integer(record.began), .integer(id)])
  }

  /// Ends the calls that a host left behind when it died: `failed`, cause `hostLost`, at `time`.
  ///
  /// - Returns: the number of calls.
  mutating func endLostCalls(at time: Int64) throws(SQLiteError) -> Int {
    let ids = try connection.rows("SELECT id FROM call WHERE ended IS NULL ORDER BY id") { $0.integer(0) ?? 0 }
    for id in ids {
      change += 1
      try connection.run(
        """
        UPDATE call SET change = ?, outcome = 'failed', reason = 'failed', cause = 'hostLost', ended = max(?, coalesce(connected, began)),
          duration = CASE WHEN connected IS NULL THEN NULL ELSE max(0, ? - connected) END WHERE id = ?
        """, [.integer(change), .integer(time), .integer(time), .integer(id)])
    }
    news.added += ids
    return ids.count
  }

  /// Sets whether entries are read.
  mutating func markRead(_ ids: [Int64], _ isRead: Bool) throws(SQLiteError) -> Int {
    var count = 0
    for id in ids {
      let values: [SQLValue] = [SQLValue(isRead), .integer(change + 1), .integer(id), SQLValue(isRead)]
      let sql = "UPDATE call SET read = ?, change = ? WHERE id = ? AND read <> ? AND ended IS NOT NULL RETURNING outcome"
      guard let outcome = try connection.value(sql, values).text else { continue }
      if outcome == Self.missedOutcome { missed += isRead ? -1 : 1 }
      change += 1
      count += 1
      news.changed.append(id)
    }
    return count
  }

  /// Removes entries.
  mutating func remove(_ ids: [Int64]) throws(SQLiteError) -> Int {
    var count = 0
    for id in ids {
      let sql = "DELETE FROM call WHERE id = ? AND ended IS NOT NULL RETURNING read = 0 AND outcome = 'missed'"
      guard let wasMissed = try connection.value(sql, [.integer(id)]).integer else { continue }
      missed -= Int(wasMissed)
      change += 1
      count += 1
      news.removed.append(id)
      try connection.run("INSERT INTO removed(change, call) VALUES(?, ?)", [.integer(change), .integer(id)])
    }
    return count
  }

  /// Notes an entry's change that another table made.
  mutating func touch(_ id: Int64) throws(SQLiteError) {
    change += 1
    try connection.run("UPDATE call SET change = ? WHERE id = ?", [.integer(change), .integer(id)])
    news.changed.append(id)
  }
}
