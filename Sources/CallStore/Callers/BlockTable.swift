internal import CallControl

/// The table of block rules.
struct BlockTable {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Returns all rules with their keys, the oldest first; rows of a kind or effect that this version does not know are left out.
  func all() throws(SQLiteError) -> [(rule: BlockRule, key: String)] {
    let sql = "SELECT id, kind, type, value, key, effect, reason, added_by, added, until, hits, last_hit FROM block ORDER BY id"
    return try connection.rows(sql) { row -> (rule: BlockRule, key: String)? in
      guard let kind = row.text(1).flatMap({ BlockRule.Kind(rawValue: $0) }),
        let effect = row.text(5).flatMap({ BlockRule.Effect(rawValue: $0) })
      else { return nil }
      var rule = BlockRule(
        kind, row.text(3) ?? "", effect: effect, reason: row.text(6), until: row.time(9), addedBy: row.text(7) ?? "")
      (rule.id, rule.type) = (row.integer(0) ?? 0, row.text(2).map { Handle.Kind(rawValue: $0) })
      (rule.added, rule.hits, rule.lastHit) = (row.time(8) ?? rule.added, row.integer(10) ?? 0, row.time(11))
      return (rule, row.text(4) ?? "")
    }.compactMap { $0 }
  }

  /// The number of rules.
  func count() throws(SQLiteError) -> Int64 { try connection.value("SELECT count(*) FROM block").integer ?? 0 }

  /// Adds a rule, or replaces the one with the same kind and key; returns its id.
  func put(_ rule: BlockRule, key: String) throws(SQLiteError) -> Int64 {
    let same: [SQLValue] = [.text(rule.kind.rawValue), .text(key)]
    if case .integer(let id) = try connection.value("SELECT id FROM block WHERE kind = ? AND key = ?", same) {
      try connection.run(
        "UPDATE block SET value = ?, effect = ?, reason = ?, added_by = ?, added = ?, until = ? WHERE id = ?",
        [
          .text(rule.value), .text(rule.effect.rawValue), SQLValue(rule.reason), .text(rule.addedBy), SQLValue(rule.added),
          SQLValue(rule.until), .integer(id),
        ])
      return id
    }
    try connection.run(
      "INSERT INTO block(kind, type, value, key, effect, reason, added_by, added, until) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(rule.kind.rawValue), SQLValue(rule.type?.rawValue), .text(rule.value), .text(key), .text(rule.effect.rawValue),
        SQLValue(rule.reason), .text(rule.addedBy), SQLValue(rule.added), SQLValue(rule.until),
      ])
    return connection.lastID
  }

  /// Removes all rules of one peer; returns their ids.
  func removeAll(addedBy peer: String) throws(SQLiteError) -> [Int64] {
    let ids = try connection.rows("SELECT id FROM block WHERE added_by = ?", [.text(peer)]) { $0.integer(0) ?? 0 }
    try connection.run("DELETE FROM block WHERE added_by = ?", [.text(peer)])
    return ids
  }
}
