internal import CSQLite

/// An error of SQLite, with the work that failed.
struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  let code: Int32
  /// SQLite's message.
  let message: String
  /// The database's path.
  let path: String
  /// The statement or the step that failed.
  let work: String

  /// SQLite's primary result code.
  var primary: Int32 { code & 0xFF }
  /// True when the disk or the quota is full.
  var isFull: Bool { primary == SQLITE_FULL || code == SQLITE_IOERR | (12 << 8) }
  /// True when the file or its folder cannot be written.
  var isReadOnly: Bool { primary == SQLITE_READONLY || primary == SQLITE_PERM }
  /// True when the file is damaged or is no database.
  var isDamaged: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }
  /// True when a statement violates a constraint of the schema.
  var isConstraint: Bool { primary == SQLITE_CONSTRAINT }

  var description: String { "\(path): \(work): \(message) (SQLite \(code))" }
}
