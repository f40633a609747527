/// Copies the readable rows of a damaged database into a new one.
struct StoreRescue {
  let source: String
  let target: Connection

  init(from source: String, to target: Connection) {
    self.source = source
    self.target = target
  }

  /// Copies all tables; returns the number of saved rows in words.
  func run() throws(SQLiteError) -> String {
    guard let damaged = try? Connection(path: source, .create) else { return "nothing" }
    try target.execute("PRAGMA foreign_keys = OFF")
    var counts: [String] = []
    for table in Schema.tables {
      let count = try target.transaction { () throws(SQLiteError) in try copy(table.name, table.columns, from: damaged) }
      if count > 0, table.name != "meta" { counts.append("\(count) of \(table.name)") }
    }
    try removeOrphans()
    try target.execute("PRAGMA foreign_keys = ON")
    return counts.isEmpty ? "nothing" : "rows: " + counts.joined(separator: ", ")
  }

  private func copy(_ table: String, _ columns: [String], from damaged: Connection) throws(SQLiteError) -> Int {
    let names = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insert = "INSERT OR \(table == "meta" ? "REPLACE" : "IGNORE") INTO \(table)(\(names)) VALUES(\(marks))"
    let key = columns[0]
    var count = 0
    // A damaged page stops the scan; the scan from the other end reaches the rows behind it.
    for order in ["ASC", "DESC"] {
      guard let rows = try? damaged.statement("SELECT \(names) FROM \(table) NOT INDEXED ORDER BY \(key) \(order)") else { continue }
      while (try? rows.step()) == true {
        let values = columns.indices.map { rows.value(Int32($0)) }
        do {
          count += try target.run(insert, values)
        } catch {
          // A damaged value violates the schema: leave its row out.
          guard error.isConstraint else { throw error }
        }
      }
      rows.reset()
    }
    return table == "meta" ? 0 : count
  }

  /// Removes rows that refer to rows that were lost.
  private func removeOrphans() throws(SQLiteError) {
    try target.execute(
      """
      UPDATE call SET contact = NULL WHERE contact IS NOT NULL AND contact NOT IN (SELECT id FROM contact);
      DELETE FROM contact_handle WHERE contact NOT IN (SELECT id FROM contact);
      DELETE FROM recording WHERE call NOT IN (SELECT id FROM call);
      DELETE FROM actor WHERE call NOT IN (SELECT id FROM call);
      DELETE FROM shipped WHERE call NOT IN (SELECT id FROM call);
      UPDATE meta SET value = max(CAST(value AS INTEGER), (SELECT coalesce(max(change), 0) FROM call),
        (SELECT coalesce(max(change), 0) FROM removed), (SELECT coalesce(max(change), 0) FROM contact)) WHERE key = 'change';
      """)
  }
}
