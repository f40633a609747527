internal import CallDirectory
internal import CallStore
internal import Dispatch
internal import Glibc
internal import Locking

// The loads of directories.
extension DirectoryKeeper {
  /// Begins a load that nobody asked for.
  func load(_ id: String, isFull: Bool = false) {
    begin(id, isPersons: false, isFull: isFull, nil)
  }

  /// Loads a directory again because a program or a person asks for it.
  ///
  /// - Parameters:
  ///   - id: the directory's id.
  ///   - isFull: true to take no load of changes.
  ///   - waits: true to return when the load is over, false to return when it has begun.
  /// - Returns: the report; one without counts of a load that has only begun.
  package func reload(_ id: String, isFull: Bool = false, waits: Bool = true) async -> LoadReport {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        if waits {
          begin(id, isPersons: true, isFull: isFull) { continuation.resume(returning: $0) }
        } else {
          var report = LoadReport(id)
          report.error = begin(id, isPersons: true, isFull: isFull, nil)
          continuation.resume(returning: report)
        }
      }
    }
  }

  /// Begins a load; runs on the queue.
  ///
  /// - Parameter waiter: is called once with the report of the load, also of one that does not begin.
  /// - Returns: the reason for which the load does not begin; nil for one that does.
  @discardableResult
  private func begin(
    _ id: String, isPersons: Bool, isFull: Bool, _ waiter: (@Sendable (LoadReport) -> Void)?
  ) -> DirectoryError? {
    let outcome = state.withLock { state in
      let outcome = state.begin(id, isPersons: isPersons)
      if case .success = outcome, let waiter { state.entries[id]?.running?.waiters.append(waiter) }
      return outcome
    }
    switch outcome {
    case .failure(let error):
      var report = LoadReport(id)
      report.error = error
      waiter?(report)
      return error
    case .success(let (begun, entry)):
      tell(id)
      var load = DirectoryLoad(
        entry.settings, folder: place.folder, table: entry.table, revision: entry.revision, now: now.milliseconds)
      (load.isFull, load.helper, load.normalize, load.gate) = (isFull, place.helper, place.normalize, begun.gate)
      running.enter()
      loads.async { [self, load] in run(load, begun.number) }
      return nil
    }
  }

  /// Runs a load; blocks its thread until the end.
  private func run(_ load: DirectoryLoad, _ number: Int) {
    let begin = ContinuousClock.now
    var report = LoadReport(load.settings.id)
    var table: DirectoryTable?
    do throws(DirectoryError) {
      let outcome = try load.run()
      (report.isIncremental, report.counts, table) = (outcome.isIncremental, outcome.counts, outcome.table)
    } catch {
      report.error = error
    }
    let time = (ContinuousClock.now - begin).components
    report.seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    queue.sync { [report, table] in finish(load.settings, number, report, table) }
    table?.readAhead()
    running.leave()
  }

  /// Takes the end of a load: swaps the table, stores the row, and removes the old file, in this order; runs on the queue.
  private func finish(_ settings: DirectorySettings, _ number: Int, _ report: LoadReport, _ table: DirectoryTable?) {
    let (id, now) = (settings.id, now)
    var old: DirectoryTable?
    var (row, waiters): (DirectoryRow?, [@Sendable (LoadReport) -> Void]) = (nil, [])
    let wasReplaced = state.withLock { state -> Bool in
      guard var entry = state.entries[id], let running = entry.running, running.number == number else { return true }
      entry.running = nil
      waiters = running.waiters
      entry.report = report
      if let table {
        old = entry.table
        entry.table = table
        entry.schedule.succeeded(at: now, every: entry.settings.every)
        entry.check = now.advanced(byMilliseconds: Self.checkTime)
      } else {
        // The host's own end of a load is no fault of the source.
        entry.schedule.failed(at: now, byPerson: running.isPersons || running.gate.reason.map { $0 != .replaced } ?? false)
      }
      // A load that a person ended leaves the regular ones as they are.
      if entry.schedule.due == nil, let every = entry.settings.every { entry.schedule.set(every, after: now) }
      state.entries[id] = entry
      row = entry.row
      return false
    }
    if wasReplaced {
      // The directory has left the configuration meanwhile.
      if let table { unlink(table.path) }
      return
    }
    publish()
    if let row { remember(row) }
    if let old { unlink(old.path) }
    receivers.problem(id, report.error.map { "\(id) keeps its old data: \($0)" })
    log(report)
    tell(id)
    for waiter in waiters { waiter(report) }
    // A source that changed during the load is loaded from its new place.
    if state.withLock({ $0.entries[id]?.settings.source != settings.source && $0.entries[id]?.isEnabled == true && !$0.isClosed }) {
      load(id)
    }
    look()
  }

  private func log(_ report: LoadReport) {
    let (id, counts) = (report.directory, report.counts)
    if let error = report.error {
      return receivers.log(true, "\(id): the load failed, the old data stay: \(error.code.rawValue): \(error)")
    }
    let dropped = counts.dropped > 0 ? "; \(counts.dropped) records came twice and were dropped" : ""
    receivers.log(
      false,
      """
      \(id): loaded in \((report.seconds * 1_000).rounded() / 1_000) s: blocking \(counts.blockingAdded) added, \
      \(counts.blockingRemoved) removed; identification \(counts.identificationAdded) added, \
      \(counts.identificationRemoved) removed\(dropped)
      """)
  }
}
