internal import CallControl

/// The place up to which a cluster has the records of a store.
///
/// Above it the table `shipped` has the calls whose records the cluster has, so that a long call delays no other.
enum ShippingPlace {
  /// The key in the table `meta`.
  static let key = "shipped"
  /// The key of the newest record in the stream: its number there, a space, and the call's id here.
  static let newestKey = "shippedNewest"

  /// Returns the newest record in the stream; nil where there is none.
  static func newest(_ connection: Connection) throws(SQLiteError) -> (sequence: UInt64, id: Int64)? {
    let text = try connection.value("SELECT value FROM meta WHERE key = ?", [.text(newestKey)]).text ?? ""
    let parts = text.split(separator: " ")
    guard parts.count == 2, let sequence = UInt64(parts[0]), let id = Int64(parts[1]) else { return nil }
    return (sequence, id)
  }

  /// Returns the id up to which the cluster has all records; nil for a store that never was a node's.
  static func read(_ connection: Connection) throws(SQLiteError) -> Int64? {
    try connection.value("SELECT value FROM meta WHERE key = ?", [.text(key)]).integer
  }

  static func write(_ place: Int64, _ connection: Connection) throws(SQLiteError) {
    try connection.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [.text(key), .integer(place)])
    try connection.run("DELETE FROM shipped WHERE call <= ?", [.integer(place)])
  }
}

// The records that go to a cluster's stream.
extension CallStore {
  /// Makes the store a node's: it ships the calls that ended within the last seven days, and all later ones.
  ///
  /// A store that is a node's already goes on where it was.
  package func beginShipping() throws(StoreError) {
    setShips(true)
    try startShipping(again: false)
  }

  /// Ships the calls of the last seven days again, because the cluster lost what it had.
  package func shipAgain() throws(StoreError) { try startShipping(again: true) }

  private func startShipping(again: Bool) throws(StoreError) {
    let since = settings.now().milliseconds - Int64(Retention.shippedDays) * 86_400_000
    try writer.write { writer throws(SQLiteError) in
      if !again, try ShippingPlace.read(writer.connection) != nil { return }
      // Calls that are still up, and those that an import put below all others, are no reason to ship old ones.
      let first = try writer.connection.value("SELECT min(id) FROM call WHERE id > 0 AND (ended IS NULL OR ended >= ?)", [.integer(since)])
      let last = try writer.connection.value("SELECT max(id) FROM call").integer ?? 0
      try writer.connection.run("DELETE FROM shipped")
      try writer.connection.run("DELETE FROM meta WHERE key = ?", [.text(ShippingPlace.newestKey)])
      try ShippingPlace.write(max(0, first.integer.map { $0 - 1 } ?? last), writer.connection)
    }
  }

  /// Returns ended calls whose records the cluster has not got, the oldest first.
  package func unshipped(limit: Int) throws(StoreError) -> [HistoryEntry] {
    let handles = handles
    return try readers.read { connection throws(SQLiteError) in
      guard try connection.has(table: Schema.shipped), let place = try ShippingPlace.read(connection) else { return [] }
      return try HistoryReader(connection: connection, handles: handles).unshipped(after: place, limit: limit)
    }
  }

  /// The number of ended calls whose records the cluster has not got.
  package var unshippedCount: Int {
    let count = try? readers.read { connection throws(SQLiteError) -> Int in
      guard try connection.has(table: Schema.shipped), let place = try ShippingPlace.read(connection) else { return 0 }
      let sql = """
        SELECT count(*) FROM call WHERE id > ? AND ended IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM shipped WHERE shipped.call = call.id)
        """
      return Int(try connection.value(sql, [.integer(place)]).integer ?? 0)
    }
    return count ?? 0
  }

  /// Notes that the cluster has the records of calls, by their ids, with the highest number that one has in the stream.
  package func markShipped(_ ids: [Int64], newest: (sequence: UInt64, id: Int64)? = nil) throws(StoreError) {
    try writer.write(whileFull: true) { writer throws(SQLiteError) in try Self.mark(ids, newest: newest, writer.connection) }
  }

  /// Does the same soon, together with the notes of calls.
  ///
  /// - Parameter then: called once, on the writer's queue; false where the database cannot take it.
  package func markShippedSoon(
    _ ids: [Int64], newest: (sequence: UInt64, id: Int64)?, then: @escaping @Sendable (Bool) -> Void
  ) {
    writer.writeWithNotes({ writer throws(SQLiteError) in try Self.mark(ids, newest: newest, writer.connection) }, then: then)
  }

  private static func mark(
    _ ids: [Int64], newest: (sequence: UInt64, id: Int64)?, _ connection: Connection
  ) throws(SQLiteError) {
    guard let place = try ShippingPlace.read(connection) else { return }
    if let newest, try newest.sequence > ShippingPlace.newest(connection)?.sequence ?? 0 {
      let value = "\(newest.sequence) \(newest.id)"
      try connection.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [.text(ShippingPlace.newestKey), .text(value)])
    }
    let reached = try reach(ids, after: place, connection)
    for id in ids where id > reached {
      // A call that was removed meanwhile needs no mark.
      try connection.run("INSERT OR IGNORE INTO shipped SELECT id FROM call WHERE id = ?", [.integer(id)])
    }
    let next = try connection.value(
      "SELECT min(id) FROM call WHERE id > ? AND NOT EXISTS (SELECT 1 FROM shipped WHERE shipped.call = call.id)", [.integer(reached)])
    let last = try connection.value("SELECT max(id) FROM call").integer ?? reached
    try ShippingPlace.write(max(reached, next.integer.map { $0 - 1 } ?? last), connection)
  }

  /// Returns the id up to which every call is one of `ids`, so that these need no mark of their own; at least `place`.
  private static func reach(_ ids: [Int64], after place: Int64, _ connection: Connection) throws(SQLiteError) -> Int64 {
    guard let last = ids.max(), last > place else { return place }
    let given = Set(ids)
    // One more call than there are ids is never needed.
    let present = try connection.rows(
      "SELECT id FROM call WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", [.integer(place), .integer(last), .integer(Int64(ids.count) + 1)]
    ) { $0.integer(0) ?? 0 }
    return present.prefix { given.contains($0) }.last ?? place
  }

  /// Returns the call whose record is the newest in the stream; nil when it has none.
  package func newestShipped() throws(StoreError) -> HistoryEntry? {
    let handles = handles
    return try readers.read { connection throws(SQLiteError) in
      guard let newest = try ShippingPlace.newest(connection) else { return nil }
      return try HistoryReader(connection: connection, handles: handles).entries([newest.id]).first
    }
  }

  /// Sets the function that is told of new entries of the history.
  ///
  /// - Parameter receiver: called on the writer's queue; it must return at once and must not change the store. Nil ends the calls.
  package func onAdded(_ receiver: (@Sendable () -> Void)?) { writer.onAdded(receiver) }
}
