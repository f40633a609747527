internal import CallDirectory
internal import CallStore
internal import StrictJSON

/// The directories of a host as the keeper holds them under its lock; it calls nothing outside.
struct DirectoryState: Sendable {
  /// A load that is under way.
  struct Running: Sendable {
    let number: Int
    let gate: LoadGate
    let isPersons: Bool
    var waiters: [@Sendable (LoadReport) -> Void] = []
  }

  /// One directory.
  struct Entry: Sendable {
    var settings: DirectorySettings
    var isEnabled: Bool
    var table: DirectoryTable?
    /// The number of the newest table, whether it still exists or not.
    var revision = 0
    var report: LoadReport?
    var running: Running?
    var schedule = LoadSchedule()
    /// The stamp of the file at the last load, which need not have worked.
    var tried: String?
    /// The next check of the table's bytes.
    var check: WallTime?

    /// The row of the store.
    var row: DirectoryRow {
      var row = DirectoryRow(settings.id, isEnabled: isEnabled)
      (row.revision, row.token, row.report) = (Int64(table?.revision ?? 0), table?.token, report?.json.text)
      return row
    }

    /// The directory as a `Directory` of the host surface.
    var json: JSONValue {
      let source =
        switch settings.source {
        case .executable: "executable"
        case .plugin: "plugin"
        case .file: "file"
        }
      let state = running != nil ? "loading" : report?.error != nil ? "failed" : "idle"
      return .object(of: [
        "directory": .string(settings.id), "name": .string(settings.name), "source": .string(source),
        "status": .string(isEnabled ? "enabled" : "disabled"), "state": .string(state), "blocking": .integer(table?.blocking ?? 0),
        "identification": .integer(table?.identification ?? 0), "loaded": table.map { WallTime(milliseconds: $0.loaded).json },
        "revision": .integer(table?.revision ?? 0), "bytes": .integer(table?.bytes ?? 0), "incremental": .bool(takesChanges),
        "lastReport": report?.json,
      ])
    }

    /// True when the next load may be one of changes.
    private var takesChanges: Bool {
      if case .file = settings.source { return false }
      return table.map { $0.origin == settings.source.origin } ?? false
    }

    /// True when the table is not that of the source as it is now.
    var isOld: Bool {
      guard let table, table.origin == settings.source.origin else { return true }
      guard case .file(let path, _) = settings.source, let stamp = FileStamp.of(path) else { return false }
      return stamp.token != table.token
    }

    /// Leaves what became due while the directory was disabled to the next time: enabling loads nothing (L5).
    mutating func putOff(after now: WallTime) {
      if let due = schedule.due, due <= now { schedule.set(settings.every ?? LoadSchedule.retries[0], after: now) }
      if case .file(let path, _) = settings.source { tried = FileStamp.of(path)?.token }
    }

    /// True when the file has changed since the last load.
    var hasNewFile: Bool {
      guard case .file(let path, _) = settings.source, let stamp = FileStamp.of(path)?.token else { return false }
      return stamp != table?.token && stamp != tried
    }
  }

  var entries: [String: Entry] = [:]
  var loadCount = 0
  /// The newest revision that a load of this process has, by directory.
  private var used: [String: Int] = [:]
  var isClosed = false

  /// The ids in the order of look-ups.
  var order: [String] = []

  /// The tables that count.
  var shelf: DirectoryShelf {
    DirectoryShelf(
      order.compactMap { id in
        guard let entry = entries[id], entry.isEnabled, let table = entry.table else { return nil }
        return DirectoryShelf.Book(id: id, table: table)
      })
  }

  /// The files of all sources that are files.
  var files: [String] {
    entries.values.compactMap { entry -> String? in if case .file(let path, _) = entry.settings.source { path } else { nil } }
  }

  /// The next time at which something is due.
  var due: WallTime? {
    entries.values.filter { $0.isEnabled && $0.running == nil }.flatMap { [$0.schedule.due, $0.check] }.compactMap { $0 }.min()
  }

  /// Begins a load, or says why not.
  mutating func begin(_ id: String, isPersons: Bool) -> Result<(Running, Entry), DirectoryError> {
    guard let entry = entries[id], !isClosed else { return .failure(DirectoryError(.noExtensionFound, "there is no directory \"\(id)\"")) }
    guard entry.running == nil else {
      return .failure(DirectoryError(.currentlyLoading, "a load of \(id) is under way; wait for it, or end it with directory.cancel"))
    }
    guard entry.isEnabled else {
      return .failure(DirectoryError(.extensionDisabled, "\(id) is disabled; enable it with directory.setEnabled"))
    }
    loadCount += 1
    let running = Running(number: loadCount, gate: LoadGate(), isPersons: isPersons)
    entries[id]?.running = running
    // A directory that left the configuration and came back may still have a load under way.
    let revision = max(entry.revision, used[id] ?? 0) + 1
    used[id] = revision
    entries[id]?.revision = revision
    if case .file(let path, _) = entry.settings.source { entries[id]?.tried = FileStamp.of(path)?.token }
    return .success((running, entries[id] ?? entry))
  }
}
