internal import Locking

/// The connections that read: each query takes an idle one, or opens another.
final class StoreReaders: Sendable {
  /// A connection that waits for its next user.
  private struct Idle: @unchecked Sendable {  // One user at a time: it leaves the list before it is used.
    let connection: Connection
  }

  private static let limit = 4

  private let path: String
  private let mode: Connection.Mode?
  private let idle = Locked<[Idle]>([])

  init(path: String, mode: Connection.Mode?) {
    self.path = path
    self.mode = mode
  }

  /// Runs a query on a connection of its own; a store without a file is empty.
  ///
  /// All statements of the query see one state of the store.
  func read<Result>(_ body: (Connection) throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    do throws(SQLiteError) {
      let waiting = idle.withLock { $0.popLast() }
      let connection = if let waiting { waiting.connection } else { try open() }
      try connection.execute("BEGIN")
      let result = try body(connection)
      try connection.execute("COMMIT")
      idle.withLock { if $0.count < Self.limit { $0.append(Idle(connection: connection)) } }
      return result
    } catch {
      throw StoreError(error)
    }
  }

  private func open() throws(SQLiteError) -> Connection {
    if let mode { return try Connection(path: path, mode) }
    let empty = try Connection(path: ":memory:", .create)
    for version in 1...Schema.version { try empty.execute(Schema.step(to: version) ?? "") }
    return empty
  }

  /// Closes the idle connections.
  func close() {
    idle.withLock { $0 = [] }
  }
}
