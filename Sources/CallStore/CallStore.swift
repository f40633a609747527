public import CallControl
internal import Dispatch
public import FoundationEssentials
internal import Locking

/// The memory of a host: its history of calls, contacts, block rules, do-not-disturb and grants, in a folder.
///
/// A host's notes are kept before any program hears of the step (`HostSettings.recorder`), and survive the end of the process at any
/// moment. All functions may be called on any thread. Queries run beside each other and beside changes; a change waits for the
/// writer, a few milliseconds at most. A store that cannot be opened is `off` or `readOnly` and says why; calls go on without it.
public final class CallStore: HistoryRecorder {
  let writer: StoreWriter
  let readers: StoreReaders
  let judgement: JudgeMemory
  private let retained: Locked<Retention>
  private let comparison: Locked<StoreHandles>

  /// The settings with which the store was opened.
  public let settings: StoreSettings

  /// Opens a store, or makes one; takes the notes of a host that died, and ends its calls with the cause `hostLost`.
  ///
  /// - Parameters:
  ///   - folder: the store's folder; it is made with mode 0700 when it is missing.
  ///   - settings: the retention, the durability and the comparison of handles.
  public init(folder: String, settings: StoreSettings = StoreSettings()) {
    self.settings = settings
    retained = Locked(Retention(days: settings.days, calls: settings.calls))
    comparison = Locked(settings.handles)
    writer = StoreWriter(folder: folder, settings: settings)
    readers = StoreReaders(path: folder + "/store.sqlite", mode: writer.reading)
    judgement = JudgeMemory(handles: settings.handles)
    let judgement = judgement
    writer.onRecords { judgement.learn($0) }
    compileRules()
    try? judgement.load(readers, now: settings.now())
  }

  /// The store's state, with the reason of a bad one.
  public var standing: StoreStanding { writer.standing }

  /// The days for which the history keeps calls, and their number; 0 for no limit.
  public var retention: (days: Int, calls: Int) { retained.withLock { ($0.days, $0.calls) } }

  /// Changes the retention, from the next `prune` on.
  ///
  /// - Parameters:
  ///   - days: the days for which the history keeps calls; 0 for no limit.
  ///   - calls: the number of calls that the history keeps; 0 for no limit.
  public func setRetention(days: Int, calls: Int) {
    retained.withLock { ($0.days, $0.calls) = (days, calls) }
  }

  /// True for the node of a cluster: the retention keeps calls until the cluster has their records.
  package func setShips(_ ships: Bool) { retained.withLock { $0.ships = ships } }

  /// The retention in force.
  var retentionInForce: Retention { retained.withLock { $0 } }

  /// The comparison of handles in force.
  var handles: StoreHandles { comparison.withLock { $0 } }

  /// Changes the comparison of handles, for what is kept and asked from now on; entries keep the keys that they have.
  ///
  /// - Parameter handles: the new comparison.
  public func setHandles(_ handles: StoreHandles) {
    comparison.withLock { $0 = handles }
    writer.setHandles(handles)
    judgement.setHandles(handles)
    compileRules()
  }

  /// Sets the receiver of news, in the order of the commits.
  ///
  /// - Parameter receiver: called on the writer's queue; it must return at once and must not change the store. Nil ends the news.
  public func onNews(_ receiver: (@Sendable (StoreNews) -> Void)?) {
    writer.onNews(receiver)
  }

  /// Sets the receiver of the time of each transaction of the database, also of one that failed.
  ///
  /// - Parameter receiver: called on the writer's queue; it must return at once and must not change the store. Nil ends the calls.
  package func onTransaction(_ receiver: (@Sendable (Duration) -> Void)?) {
    writer.onTransaction(receiver)
  }

  /// Keeps a note in the spool, in less than a microsecond.
  ///
  /// - Parameter note: the note of a host.
  public func note(_ note: CallNote) {
    writer.note(SpoolRecord(note))
  }

  /// Returns when the database has all notes so far, or cannot take them.
  public func flush() {
    writer.flush()
  }

  /// Calls `completion` on the writer's queue, which shows that the writer is alive.
  ///
  /// - Parameter completion: called once the writer has finished its work so far.
  public func ping(_ completion: @escaping @Sendable () -> Void) {
    writer.queue.async(execute: completion)
  }

  /// Writes all notes to the database and the disk; the store takes no news receiver after it.
  public func close() {
    writer.close()
    readers.close()
  }

  /// The ids of calls that ended within the last day, which must not be used again (S7), with their lines.
  ///
  /// Give them to `HostSettings.usedCalls`.
  public var usedCalls: [CallID: LineID] {
    let since = settings.now().milliseconds - 86_400_000
    let rows = try? readers.read { connection throws(SQLiteError) in
      try connection.rows("SELECT uuid, line FROM call WHERE began >= ? OR ended >= ?", [.integer(since), .integer(since)]) {
        (call: $0.uuid(0) ?? CallID.zero, line: LineID(rawValue: $0.text(1) ?? ""))
      }
    }
    return Dictionary((rows ?? []).map { ($0.call, $0.line) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the entries with these ids, in their order, without those that do not exist.
  func requirePositive(_ limit: Int, _ most: Int) throws(StoreError) -> Int {
    guard limit > 0 else { throw StoreError(.rejected, "limit", "it must be at least 1") }
    return min(limit, most)
  }
}
