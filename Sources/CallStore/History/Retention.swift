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
  /// True for the node of a cluster, which keeps its calls until the cluster has them, and for seven days at least.
  var ships = false
  /// The days for which a node keeps its calls.
  static let shippedDays = 7

  /// The place of a run among the entries, so that each portion goes on where the last one ended.
  struct Place: Sendable {
    /// True while the run looks for entries that are too old, false while it looks for those beyond the limit.
    fileprivate var isOld = true
    /// The last id that was looked at.
    fileprivate var id = Int64.min
    /// The number of entries beyond the limit that are still to be removed; nil before they are counted.
    fileprivate var excess: Int64?
  }

  /// Returns the ids of the next entries to remove, the oldest first; empty when there are none.
  func next(_ connection: Connection, now: WallTime, _ place: inout Place) throws(SQLiteError) -> [Int64] {
    var free = "ended IS NOT NULL AND NOT (read = 0 AND outcome = 'missed' AND began > \(now.milliseconds - Self.unread))"
    if ships {
      let place = "coalesce((SELECT value FROM meta WHERE key = '\(ShippingPlace.key)'), 0)"
      free += " AND ended < \(now.milliseconds - Int64(Self.shippedDays) * Self.day)"
      free += " AND (id <= \(place) OR EXISTS (SELECT 1 FROM shipped WHERE shipped.call = call.id))"
    }
    let isFree = free
    func ids(_ condition: String, _ count: Int64) throws(SQLiteError) -> [Int64] {
      let ids = try connection.rows(
        "SELECT id FROM call WHERE id > ? AND \(condition) AND \(isFree) ORDER BY id LIMIT ?", [.integer(place.id), .integer(count)]
      ) { $0.integer(0) ?? 0 }
      if let last = ids.last { place.id = last }
      return ids
    }
    if place.isOld {
      if days > 0 {
        let old = try ids("began < \(now.milliseconds - Int64(days) * Self.day)", Int64(Self.portion))
        if !old.isEmpty { return old }
      }
      (place.isOld, place.id) = (false, .min)
    }
    guard calls > 0 else { return [] }
    if place.excess == nil {
      place.excess = (try connection.value("SELECT count(*) FROM call WHERE ended IS NOT NULL").integer ?? 0) - Int64(calls)
    }
    guard let excess = place.excess, excess > 0 else { return [] }
    let found = try ids("1", min(Int64(Self.portion), excess))
    place.excess = excess - Int64(found.count)
    return found
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
