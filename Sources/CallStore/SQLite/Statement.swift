internal import CSQLite
internal import FoundationEssentials
internal import Glibc

/// A prepared statement of one connection; used by one thread at a time.
final class Statement {
  private let handle: OpaquePointer
  // Unowned, since the connection owns its statements and ends them.
  private unowned let connection: Connection
  private let sql: String

  init(_ handle: OpaquePointer, of connection: Connection, _ sql: String) {
    self.handle = handle
    self.connection = connection
    self.sql = sql
  }

  /// Frees the statement; the connection calls it before it closes.
  func finalize() {
    sqlite3_finalize(handle)
  }

  /// Binds the values in order, after a reset.
  func bind(_ values: [SQLValue]) throws(SQLiteError) {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let result: Int32
      switch value {
      case .null: result = sqlite3_bind_null(handle, place)
      case .integer(let number): result = sqlite3_bind_int64(handle, place, number)
      case .text(var text):
        result = text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { hookswitch_bind_text(handle, place, $0.baseAddress ?? Self.empty, Int32($0.count)) }
        }
      case .blob(let bytes): result = bytes.withUnsafeBytes { hookswitch_bind_blob(handle, place, $0.baseAddress, Int32($0.count)) }
      }
      guard result == SQLITE_OK else { throw connection.error(result, sql) }
    }
  }

  // A constant text that lives as long as the program; nothing writes to it.
  nonisolated(unsafe) private static let empty = UnsafePointer(strdup("")!)

  /// Steps to the next row; returns false at the end, and resets the statement there.
  func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let error = connection.error(result, sql)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Ends the statement's run, so that it holds no lock.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Columns, counted from 0

  /// Returns a column as a whole number; nil for NULL.
  func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  /// Returns a column as a text; nil for NULL.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns a column as bytes; nil for NULL.
  func blob(_ column: Int32) -> [UInt8]? {
    guard let bytes = sqlite3_column_blob(handle, column) else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Returns a column as a time in milliseconds since 1970; nil for NULL.
  func time(_ column: Int32) -> WallTime? { integer(column).map { WallTime(milliseconds: $0) } }
  /// Returns a column as an id; nil when it is no 16 bytes.
  func uuid(_ column: Int32) -> UUID? { blob(column).flatMap { UUID(bytes: $0) } }

  /// Returns a column's value, whatever its type.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .integer(Int64(exactly: sqlite3_column_double(handle, column).rounded()) ?? 0)
    case SQLITE_BLOB: .blob(blob(column) ?? [])
    case SQLITE_NULL: .null
    default: SQLValue(text(column))
    }
  }
}
