/// The entries that the history keeps no longer.
struct Retention {
  /// The number of entries that one transaction removes, so that notes never wait long.
  static let portion = 500
  private static let day: Int64 = 86_400_000
  /// An unread missed call stays for 30 days at least.
  private static let unread = 30 * day
  /// The days for which removals are told.
  private static let told: Int64 = 90

  var days: Int
  var calls: Int

  /// Returns the ids of the next entries to remove, the oldest first; empty when there are none.
  func next(_ connection: Connection, now: WallTime) throws(SQLiteError) -> [Int64] {
    let free = "ended IS NOT NULL AND NOT (read = 0 AND outcome = 'missed' AND began > \(now.milliseconds - Self.unread))"
    let limit = "ORDER BY id LIMIT ?"
    func ids(_ condition: String, _ values: [SQLValue]) throws(SQLiteError) -> [Int64] {
      try connection.rows("SELECT id FROM call WHERE \(condition) AND \(free) \(limit)", values) { $0.integer(0) ?? 0 }
    }
    if days > 0 {
      let old = try ids("began < \(now.milliseconds - Int64(days) * Self.day)", [.integer(Int64(Self.portion))])
      if !old.isEmpty { return old }
    }
    guard calls > 0 else { return [] }
    let count = try connection.value("SELECT count(*) FROM call WHERE ended IS NOT NULL").integer ?? 0
    guard count > calls else { return [] }
    return try ids("1", [.integer(min(Int64(Self.portion), count - Int64(calls)))])
  }

  /// Forgets removals older than 90 days; `meta` has the last change of each day.
  func forgetRemovals(_ connection: Connection, now: WallTime, change: Int64) throws(SQLiteError) {
    let today = now.milliseconds.quotient(by: Self.day)
    try connection.run("INSERT OR IGNORE INTO meta VALUES(?, ?)", [.text("day.\(today)"), .integer(change)])
    let marks = try connection.rows("SELECT CAST(substr(key, 5) AS INTEGER), value FROM meta WHERE key LIKE 'day.%'") {
      (day: $0.integer(0) ?? 0, change: $0.integer(1) ?? 0)
    }
    for mark in marks where mark.day <= today - Self.told {
      try connection.run("DELETE FROM removed WHERE change <= ?", [.integer(mark.change)])
      try connection.run("DELETE FROM meta WHERE key = ?", [.text("day.\(mark.day)")])
    }
  }
}
