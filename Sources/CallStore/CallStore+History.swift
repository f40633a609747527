public import CallControl
public import FoundationEssentials

// The history.
extension CallStore {
  /// The largest number of entries that one query returns.
  public static let pageLimit = 10_000

  /// Returns a page of the history, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the entries to return.
  ///   - before: the id below which the page begins: `next` of the page before; nil for the newest.
  ///   - limit: the size of the page, 1 to 10,000.
  /// - Returns: the entries, and the `before` of the next page; nil after the last.
  public func history(
    _ filter: HistoryFilter = HistoryFilter(), before: Int64? = nil, limit: Int = 100
  ) throws(StoreError) -> (entries: [HistoryEntry], next: Int64?) {
    let limit = try requirePositive(limit, Self.pageLimit)
    let handles = handles
    var entries = try readers.read { connection throws(SQLiteError) in
      try HistoryReader(connection: connection, handles: handles).list(filter, before: before, limit: limit + 1)
    }
    guard entries.count > limit else { return (entries, nil) }
    entries.removeLast()
    return (entries, entries.last?.id)
  }

  /// Returns the entry of a call.
  ///
  /// - Parameter call: the call's id.
  /// - Throws: `notFound` when the history has no such call, and while the call goes on.
  public func historyEntry(of call: CallID) throws(StoreError) -> HistoryEntry {
    let handles = handles
    let entry = try readers.read { connection throws(SQLiteError) in
      try HistoryReader(connection: connection, handles: handles).entry(of: call)
    }
    guard let entry else { throw StoreError(.notFound, call.uuidString, "the history has no such call") }
    return entry
  }

  /// Returns the entries with these ids, in their order; ids without an entry are left out.
  ///
  /// - Parameter ids: the numbers of entries.
  public func historyEntries(_ ids: [Int64]) throws(StoreError) -> [HistoryEntry] {
    let handles = handles
    return try readers.read { connection throws(SQLiteError) in
      try HistoryReader(connection: connection, handles: handles).entries(ids)
    }
  }

  /// Returns the changes of the history after a number, in order.
  ///
  /// - Parameters:
  ///   - change: the number of the last change that the caller knows; 0 for all.
  ///   - limit: the largest number of changes, 1 to 10,000.
  /// - Returns: the changes, the number to continue after, and true when there are more. Only the last change of each entry is told;
  ///   removals are told for 90 days.
  public func historyChanges(
    after change: Int64, limit: Int = 1_000
  ) throws(StoreError) -> (changes: [HistoryChange], next: Int64, more: Bool) {
    let limit = try requirePositive(limit, Self.pageLimit)
    let handles = handles
    var changes = try readers.read { connection throws(SQLiteError) in
      try HistoryReader(connection: connection, handles: handles).changes(after: change, limit: limit)
    }
    let more = changes.count > limit
    if more { changes.removeLast() }
    return (changes, changes.last?.change ?? change, more)
  }

  /// The number of missed calls that no person has read.
  public var unreadMissed: Int {
    if let count = writer.unreadMissed { return count }
    let handles = handles
    let count = try? readers.read { connection throws(SQLiteError) in
      try HistoryReader(connection: connection, handles: handles).unreadMissed()
    }
    return count ?? 0
  }

  /// Marks entries as read or unread.
  ///
  /// - Parameters:
  ///   - ids: the entries; nil for all that `before` selects.
  ///   - before: the highest id to mark when `ids` is nil; nil for all entries.
  ///   - isRead: the new mark.
  /// - Returns: the number of entries that changed.
  public func markRead(ids: [Int64]? = nil, before: Int64? = nil, isRead: Bool = true) throws(StoreError) -> Int {
    try writer.write { writer throws(SQLiteError) in
      let chosen: [Int64]
      if let ids {
        chosen = ids
      } else {
        chosen = try writer.connection.rows(
          "SELECT id FROM call WHERE id <= ? AND read <> ? AND ended IS NOT NULL", [.integer(before ?? .max), SQLValue(isRead)]
        ) { $0.integer(0) ?? 0 }
      }
      return try writer.markRead(chosen, isRead)
    }
  }

  /// Removes entries of the history.
  ///
  /// - Parameters:
  ///   - ids: the entries; nil for all that `filter` selects.
  ///   - filter: the entries to remove when `ids` is nil.
  /// - Returns: the number of removed entries.
  /// - Throws: `rejected` when both are nil.
  public func removeHistory(ids: [Int64]? = nil, filter: HistoryFilter? = nil) throws(StoreError) -> Int {
    guard ids != nil || filter != nil else { throw StoreError(.rejected, "ids", "give ids or a filter") }
    let handles = handles
    return try writer.write(whileFull: true) { writer throws(SQLiteError) in
      if let ids { return try writer.remove(ids) }
      let (sql, values) = (filter ?? HistoryFilter()).conditions(handles)
      let chosen = try writer.connection.rows("SELECT id FROM call WHERE \(sql)", values) { $0.integer(0) ?? 0 }
      return try writer.remove(chosen)
    }
  }

  /// Adds a recording to the entry of a call, also while the call goes on.
  ///
  /// - Parameters:
  ///   - file: the path of the recording.
  ///   - call: the call's id.
  /// - Throws: `notFound` when the store does not know the call.
  public func addRecording(_ file: String, to call: CallID) throws(StoreError) {
    let isKnown = try writer.write { writer throws(SQLiteError) in
      guard case .integer(let id) = try writer.connection.value("SELECT id FROM call WHERE uuid = ?", [SQLValue(call)]) else {
        return false
      }
      let isNew = try writer.connection.run("INSERT OR IGNORE INTO recording VALUES(?, ?)", [.integer(id), .text(file)]) > 0
      let hasEnded = try writer.connection.value("SELECT ended FROM call WHERE id = ?", [.integer(id)]) != .null
      if isNew, hasEnded { try writer.touch(id) }
      return true
    }
    guard isKnown else { throw StoreError(.notFound, call.uuidString, "the history has no such call") }
  }

  /// Removes what the history keeps no longer: entries older than `days`, and the oldest beyond `calls`.
  ///
  /// Unread missed calls stay for 30 days at least. Call it at the start and each hour.
  ///
  /// - Parameters:
  ///   - days: the days for which the history keeps calls, 0 for no limit; nil for those of `retention`.
  ///   - calls: the number of calls that the history keeps, 0 for no limit; nil for that of `retention`.
  /// - Returns: the number of removed entries.
  @discardableResult
  public func prune(days: Int? = nil, calls: Int? = nil) throws(StoreError) -> Int {
    var retention = retentionInForce
    if let days { retention.days = days }
    if let calls { retention.calls = calls }
    return try writer.prune(retention)
  }
}
