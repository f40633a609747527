internal import CSQLite

/// A connection to a database; used by one thread at a time.
final class Connection {
  /// The way in which a connection opens its file.
  enum Mode {
    /// Read and write; create the file when it is missing.
    case create
    /// Read only.
    case readOnly
    /// Read only, without a look at the log or a lock, for a file on a medium that cannot be written.
    case immutable
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Tables that were looked up and are there.
  private var knownTables: Set<String> = []

  /// Opens a database; waits up to two seconds for another connection's lock in each statement.
  init(path: String, _ mode: Mode) throws(SQLiteError) {
    self.path = path
    var opened: OpaquePointer?
    let flags: Int32
    var name = path
    switch mode {
    case .create: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readOnly: flags = SQLITE_OPEN_READONLY
    case .immutable:
      flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = "file:" + path.replacingUnsafe() + "?immutable=1"
    }
    let result = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(code: result, message: "out of memory", path: path, work: "open") }
    guard result == SQLITE_OK else {
      let message = String(cString: sqlite3_errmsg(opened))
      sqlite3_close_v2(opened)
      throw SQLiteError(code: result, message: message, path: path, work: "open")
    }
    handle = opened
    sqlite3_busy_timeout(opened, 2_000)
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  /// Returns the error of a result that a statement gave.
  func error(_ result: Int32, _ work: String) -> SQLiteError {
    SQLiteError(code: result, message: String(cString: sqlite3_errmsg(handle)), path: path, work: String(work.prefix(120)))
  }

  /// Runs statements without values and without rows.
  func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, sql) }
  }

  /// Returns the prepared statement of a text; it is prepared once.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw error(result, sql) }
    let statement = Statement(prepared, of: self, sql)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement to its end; returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> Int {
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes(handle))
  }

  /// Runs a query, and returns the rows that `read` makes; it stops early when `read` throws.
  func rows<Row>(_ sql: String, _ values: [SQLValue] = [], _ read: (Statement) -> Row) throws(SQLiteError) -> [Row] {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(read(statement)) }
    return rows
  }

  /// Returns the first column of a query's first row.
  func value(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> SQLValue {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement.value(0) : .null
  }

  /// Returns true if the file has the table; looked up until it has.
  func has(table: String) throws(SQLiteError) -> Bool {
    if knownTables.contains(table) { return true }
    let isThere = try value("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)]).integer == 1
    if isThere { knownTables.insert(table) }
    return isThere
  }

  /// The id of the row that was inserted last.
  var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` as one transaction; its error takes everything back.
  func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Copies the whole database into a new file.
  func copy(to path: String) throws(SQLiteError) {
    try run("VACUUM INTO ?", [.text(path)])
  }
}

extension String {
  /// Returns the path as a part of a URI: SQLite reads `%`, `?` and `#` in it.
  fileprivate func replacingUnsafe() -> String {
    var result = ""
    for character in self {
      switch character {
      case "%": result += "%25"
      case "?": result += "%3f"
      case "#": result += "%23"
      default: result.append(character)
      }
    }
    return result
  }
}
