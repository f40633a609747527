internal import CallControl
internal import Dispatch
internal import FoundationEssentials
internal import Locking

/// The one writer of a store: it takes notes from the spool in batches, and runs all other changes between them.
///
/// Its connection belongs to its queue: only functions that run there touch it.
final class StoreWriter: @unchecked Sendable {  // `connection`, `change` and `retry` are used on `queue` only.
  /// A change that shares the transaction of notes.
  private struct Companion: Sendable {
    let body: @Sendable (inout HistoryWriter) throws(SQLiteError) -> Void
    let then: @Sendable (Bool) -> Void
  }

  /// The largest number of notes in one transaction, and the longest time for which a note waits for others.
  static let batchLimit = 512
  static let batchTime = DispatchTimeInterval.milliseconds(10)
  /// The longest time for which a change waits for notes.
  private static let companionTime = DispatchTimeInterval.milliseconds(250)
  private static let retryTime = DispatchTimeInterval.seconds(1)
  private static let syncTime = DispatchTimeInterval.seconds(5)

  let queue = DispatchQueue(label: "hookswitch.store", qos: .utility)
  let folder: String
  let settings: StoreSettings
  private let handles: Locked<StoreHandles>
  let spool: Spool?
  /// The way in which readers open the file; nil when there is none.
  let reading: Connection.Mode?
  private let connection: Connection?
  private let standingBox: Locked<StoreStanding>
  /// The state while nothing fails.
  private let calm: StoreStanding
  private let news = LockedFunction<@Sendable (StoreNews) -> Void>()
  private let timed = LockedFunction<@Sendable (Duration) -> Void>()
  private let added = LockedFunction<@Sendable () -> Void>()
  private let learned = LockedFunction<@Sendable ([SpoolRecord]) -> Void>()
  private var change: Int64 = 0
  /// The number of missed calls that no person has read; nil while nothing can be written.
  private let missed = Locked<Int?>(nil)
  private var waitsForRetry = false
  private var waitsForSync = false
  /// The changes that go into the database with the next notes.
  private var companions: [Companion] = []

  /// Opens a store, reads the rest of the spool in, and ends the calls that a dead host left.
  init(folder: String, settings: StoreSettings) {
    self.folder = folder
    self.settings = settings
    handles = Locked(settings.handles)
    var opened = StoreFile(folder: folder, durability: settings.durability, now: settings.now()).open()
    var spool: Spool?
    if let writer = opened.writer {
      do {
        change = try writer.value("SELECT value FROM meta WHERE key = 'change'").integer ?? 0
        spool = try Spool(path: folder + "/spool", after: try Self.position(writer), limit: settings.spoolLimit)
      } catch {
        let isFull = (error as? StoreError)?.isFull ?? (error as? SQLiteError)?.isFull ?? false
        opened.standing = StoreStanding(isFull ? .full : .readOnly, "\(error); new calls are not kept; restart once it is mended")
        opened.writer = nil
      }
    }
    connection = opened.writer
    reading = opened.reading
    calm = opened.standing
    standingBox = Locked(opened.standing)
    self.spool = spool
    queue.sync {
      readIn()
      let count = try? connection.map { try HistoryReader(connection: $0, handles: settings.handles).unreadMissed() }
      missed.withLock { $0 = count }
    }
  }

  /// Changes the comparison of handles, from the next batch on.
  func setHandles(_ new: StoreHandles) { handles.withLock { $0 = new } }

  /// The number of missed calls that no person has read; nil while nothing can be written.
  var unreadMissed: Int? { missed.withLock { $0 } }

  private static func position(_ connection: Connection) throws(SQLiteError) -> SpoolPosition? {
    guard let text = try connection.value("SELECT value FROM meta WHERE key = 'spool'").text else { return nil }
    let parts = text.split(separator: " ").compactMap { UInt64($0) }
    guard parts.count == 2, let place = Int(exactly: parts[1]) else { return nil }
    return SpoolPosition(generation: parts[0], place: place)
  }

  /// Takes the rest of the spool, then ends the calls without an end at the spool's last time.
  private func readIn() {
    guard let connection, let spool else { return }
    drain()
    guard spool.standing.waiting == 0 else { return }
    do {
      try change(connection) { writer throws(SQLiteError) in
        var last = spool.lastTime
        if last == 0 { last = try connection.value("SELECT max(max(began, coalesce(connected, 0))) FROM call").integer ?? 0 }
        _ = try writer.endLostCalls(at: last)
      }
    } catch {
      fail(error)
    }
  }

  // MARK: Notes

  /// Keeps a note, on any thread; the database gets it within 10 ms.
  func note(_ record: SpoolRecord) {
    guard let spool else { return }
    let admission = spool.note(record)
    if admission.isFirst {
      queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in drain() }
    } else if admission.waiting % Self.batchLimit == 0 {
      queue.async { [self] in drain() }
    }
  }

  /// Writes all waiting notes, in transactions of at most `batchLimit`; returns false when the database cannot take them.
  @discardableResult
  private func drain() -> Bool {
    guard let connection, let spool else { return true }
    var due = companions
    companions = []
    // A change for which no notes came gets a transaction of its own.
    defer { for companion in due { companion.then((try? change(connection, companion.body)) != nil) } }
    while true {
      let batch = spool.next(limit: Self.batchLimit)
      guard batch.count > 0 else { break }
      if settings.durability == .full { spool.synchronize() }
      do {
        try change(connection) { writer throws(SQLiteError) in
          for record in batch.records { try writer.apply(record) }
          for companion in due { try companion.body(&writer) }
          let position = "\(batch.end.generation) \(batch.end.place)"
          try connection.run("INSERT OR REPLACE INTO meta VALUES('spool', ?)", [.text(position)])
        }
      } catch {
        fail(error)
        return false
      }
      spool.release(batch)
      spool.growIfTight()
      for companion in due { companion.then(true) }
      due = []
    }
    succeed()
    if settings.durability == .normal { synchronizeLater() }
    return true
  }

  private func synchronizeLater() {
    guard !waitsForSync else { return }
    waitsForSync = true
    queue.asyncAfter(deadline: .now() + Self.syncTime) { [self] in
      waitsForSync = false
      spool?.synchronize()
    }
  }

  // MARK: Failures

  private func fail(_ error: SQLiteError) {
    spool?.growIfTight()
    let waiting = spool?.standing ?? Spool.Standing()
    let state: StoreState = error.isFull || waiting.isFull ? .full : .readOnly
    let remedy =
      state == .full ? "free space on the disk; calls go on, and their notes wait" : "make it writable; calls go on, and their notes wait"
    var standing = StoreStanding(state, "\(error.path): \(error.message): \(remedy)")
    (standing.waiting, standing.dropped) = (waiting.waiting, waiting.dropped)
    set(standing)
    guard !waitsForRetry else { return }
    waitsForRetry = true
    queue.asyncAfter(deadline: .now() + Self.retryTime) { [self] in
      waitsForRetry = false
      drain()
    }
  }

  private func succeed() {
    var standing = calm
    standing.dropped = spool?.standing.dropped ?? 0
    set(standing)
  }

  private func set(_ standing: StoreStanding) {
    let isNew = standingBox.withLock { old in
      defer { old = standing }
      return old.state != standing.state || old.reason != standing.reason
    }
    if isNew { tell(.state(standing)) }
  }

  /// The store's state.
  var standing: StoreStanding {
    var standing = standingBox.withLock { $0 }
    if let spool { (standing.waiting, standing.dropped) = (spool.standing.waiting, spool.standing.dropped) }
    return standing
  }

  // MARK: Changes

  /// Runs a change of the database and of the history as one transaction on the queue, and tells it.
  ///
  /// - Parameter whileFull: true for a change that may make room, or that must be tried on a full disk as well. Every other change is refused
  ///   while notes of calls wait for room, so that no addition takes the room that they need.
  /// - Throws: `StoreError` with `unavailable` while the store is off, full or read only.
  @discardableResult
  func write<Result: Sendable>(
    whileFull: Bool = false, _ body: @Sendable (inout HistoryWriter) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    let outcome = queue.sync { () -> Swift.Result<Result, StoreError> in
      guard let connection else {
        return .failure(StoreError(.unavailable, folder, standing.reason ?? "the store is \(standing.state.rawValue)"))
      }
      guard drain() || whileFull else {
        return .failure(StoreError(.unavailable, folder, standing.reason ?? "the store is \(standing.state.rawValue)"))
      }
      do throws(SQLiteError) {
        let result = try change(connection, body)
        drain()
        return .success(result)
      } catch {
        if error.isFull || error.isReadOnly { fail(error) }
        return .failure(StoreError(error))
      }
    }
    return try outcome.get()
  }

  /// Runs a change in the transaction of the next notes, or in its own where none come within 250 ms; also while notes wait for room.
  ///
  /// A transaction of its own takes as much time as one of a dozen notes. [any thread]
  ///
  /// - Parameter then: called once on the queue; false where the database cannot take the change.
  func writeWithNotes(
    _ body: @escaping @Sendable (inout HistoryWriter) throws(SQLiteError) -> Void, then: @escaping @Sendable (Bool) -> Void
  ) {
    queue.async { [self] in
      guard connection != nil, spool != nil else { return then(false) }
      companions.append(Companion(body: body, then: then))
      guard companions.count == 1 else { return }
      queue.asyncAfter(deadline: .now() + Self.companionTime) { [self] in
        // Notes that wait now are due a moment later.
        if !companions.isEmpty { drain() }
      }
    }
  }

  @discardableResult
  private func change<Result>(
    _ connection: Connection, _ body: (inout HistoryWriter) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    var writer = HistoryWriter(connection, handles.withLock { $0 }, change: change)
    let start = DispatchTime.now().uptimeNanoseconds
    let result: Result
    do {
      defer { timed.value?(.nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds - start))) }
      result = try connection.transaction { () throws(SQLiteError) in
        let result = try body(&writer)
        if writer.change != change { try connection.run("UPDATE meta SET value = ? WHERE key = 'change'", [.integer(writer.change)]) }
        return result
      }
    }
    change = writer.change
    missed.withLock { [difference = writer.missed] count in count = count.map { $0 + difference } }
    if !writer.news.added.isEmpty { added.value?() }
    if !writer.fresh.isEmpty { learned.value?(writer.fresh) }
    if !writer.news.isEmpty {
      tell(.history(change: change, added: writer.news.added, changed: writer.news.changed, removed: writer.news.removed))
    }
    return result
  }

  /// Tells news; runs on the queue.
  func tell(_ new: StoreNews) {
    news.value?(new)
  }

  /// Sets the receiver of news; it runs on the writer's queue.
  func onNews(_ receiver: (@Sendable (StoreNews) -> Void)?) {
    news.set(receiver)
  }

  /// Sets the receiver of the time of each transaction, also of one that failed; it runs on the writer's queue.
  func onTransaction(_ receiver: (@Sendable (Duration) -> Void)?) {
    timed.set(receiver)
  }

  /// Sets the function that is told of new entries of the history; it runs on the writer's queue.
  func onAdded(_ receiver: (@Sendable () -> Void)?) {
    added.set(receiver)
  }

  /// Sets the receiver of records that the database has now; it runs on the writer's queue.
  func onRecords(_ receiver: (@Sendable ([SpoolRecord]) -> Void)?) {
    learned.set(receiver)
  }

  /// Removes what the history keeps no longer, in small transactions.
  func prune(_ retention: Retention) throws(StoreError) -> Int {
    let now = settings.now()
    var (count, place) = (0, Retention.Place())
    while true {
      let (removed, next) = try write(whileFull: true) { [place] writer throws(SQLiteError) in
        var next = place
        let ids = try retention.next(writer.connection, now: now, &next)
        return (try writer.remove(ids), next)
      }
      place = next
      count += removed
      if removed == 0 { break }
    }
    try write(whileFull: true) { writer throws(SQLiteError) in
      try retention.forgetRemovals(writer.connection, now: now, change: writer.change)
    }
    return count
  }

  /// Returns when the database has all notes so far, or cannot take them.
  func flush() {
    _ = queue.sync { drain() }
  }

  /// Writes all notes and ends the writer's work.
  func close() {
    queue.sync {
      drain()
      spool?.synchronize()
      if let connection { _ = try? connection.value("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    onNews(nil)
    onRecords(nil)
    onAdded(nil)
    onTransaction(nil)
  }
}
