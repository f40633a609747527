internal import CallControl

/// The memory of one call directory: its switch, its present table, and the report of its last load.
public struct DirectoryRow: Hashable, Sendable {
  /// The directory's id.
  public var id: String
  /// True when the directory counts.
  public var isEnabled: Bool
  /// The number of the present table; 0 without one.
  public var revision: Int64
  /// The source's token of the present table.
  public var token: String?
  /// The report of the last load, as JSON.
  public var report: String?

  /// Creates the memory of a directory.
  ///
  /// - Parameters:
  ///   - id: the directory's id.
  ///   - isEnabled: true when it counts.
  public init(_ id: String, isEnabled: Bool) {
    (self.id, self.isEnabled, revision) = (id, isEnabled, 0)
  }
}

// Call directories.
extension CallStore {
  /// Returns the memory of all directories.
  public func directories() throws(StoreError) -> [DirectoryRow] {
    try readers.read { connection throws(SQLiteError) in
      try connection.rows("SELECT id, enabled, revision, token, report FROM directory ORDER BY id") { row in
        var directory = DirectoryRow(row.text(0) ?? "", isEnabled: row.integer(1) != 0)
        (directory.revision, directory.token, directory.report) = (row.integer(2) ?? 0, row.text(3), row.text(4))
        return directory
      }
    }
  }

  /// Stores the memory of a directory in place of the present one, in one transaction.
  ///
  /// - Parameter row: the memory.
  public func putDirectory(_ row: DirectoryRow) throws(StoreError) {
    try writer.write { writer throws(SQLiteError) in
      try writer.connection.run(
        "INSERT OR REPLACE INTO directory(id, enabled, revision, token, report) VALUES(?, ?, ?, ?, ?)",
        [.text(row.id), SQLValue(row.isEnabled), .integer(row.revision), SQLValue(row.token), SQLValue(row.report)])
    }
  }

  /// Returns the normal form of a telephone number by the number plan: `+` and digits, or digits.
  ///
  /// - Parameter text: the number as a person writes it.
  public func normalNumber(_ text: String) -> String {
    settings.handles.normal(Handle(type: .phoneNumber, value: text)).value
  }
}
