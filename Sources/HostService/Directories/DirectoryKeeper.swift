package import CallDirectory
package import CallStore
internal import Dispatch
internal import Glibc
internal import Locking
package import StrictJSON

/// The owner of a host's call directories: their tables, their switches and their loads.
///
/// Look-ups take no lock. Loads run on threads of their own, one of each directory at a time (L4). All functions may be called on any thread.
package final class DirectoryKeeper: CallerDirectory, Sendable {
  /// The place and the means of the directories.
  package struct Place: Sendable {
    /// The folder of the tables; it is made with mode 0700.
    package var folder: String
    /// The helper that runs programs; nil where there is none.
    package var helper: String?
    /// Returns the E.164 form of a national number of a region; nil for a text that is no number.
    package var normalize: (@Sendable (_ number: String, _ region: String) -> String?)?
    /// True to load a file again when it changes.
    package var watchesFiles = true

    /// Creates a place.
    package init(folder: String, helper: String? = nil, normalize: (@Sendable (String, String) -> String?)? = nil) {
      (self.folder, self.helper, self.normalize) = (folder, helper, normalize)
    }
  }

  /// The functions that the keeper calls; they must return at once.
  package struct Receivers: Sendable {
    /// Takes the new value of a directory; nil when it is gone.
    package var tell: @Sendable (_ directory: String, JSONValue?) -> Void
    /// Takes a line for the log; true for a warning.
    package var log: @Sendable (_ isWarning: Bool, String) -> Void
    /// Takes the problem of a directory; nil when it is over.
    package var problem: @Sendable (_ directory: String, String?) -> Void

    /// Creates the functions.
    package init(
      tell: @escaping @Sendable (String, JSONValue?) -> Void = { _, _ in }, log: @escaping @Sendable (Bool, String) -> Void = { _, _ in },
      problem: @escaping @Sendable (String, String?) -> Void = { _, _ in }
    ) {
      (self.tell, self.log, self.problem) = (tell, log, problem)
    }
  }

  /// The time between two checks of a table's bytes.
  static let checkTime: Int64 = 7 * 86_400_000
  /// The time for which a change of a file may go on before it is read.
  private static let settlingTime = DispatchTimeInterval.milliseconds(200)

  let place: Place
  let store: CallStore?
  let state = Locked(DirectoryState())
  private let shelf = Published(DirectoryShelf())
  let receivers: Receivers
  private let alarm: any WallAlarm
  /// Changes follow one another here: configurations, switches, and the ends of loads.
  let queue: DispatchQueue
  let loads = DispatchQueue(label: "hookswitch.directory.load", qos: .utility, attributes: .concurrent)
  let running = DispatchGroup()
  private let watch = Locked<DirectoryWatch?>(nil)
  private let wall: @Sendable () -> WallTime

  /// Creates the owner of no directory.
  ///
  /// - Parameters:
  ///   - place: the folder and the means.
  ///   - store: the memory of switches and reports; nil keeps none.
  ///   - alarm: the alarm for loads; nil for the system's clock.
  ///   - receivers: the functions to call.
  package init(_ place: Place, store: CallStore?, alarm: (any WallAlarm)? = nil, receivers: Receivers) {
    (self.place, self.store, self.receivers) = (place, store, receivers)
    let queue = DispatchQueue(label: "hookswitch.directories")
    self.queue = queue
    self.alarm = alarm ?? SystemWallAlarm(on: queue)
    if let store { wall = store.settings.now } else { wall = { WallTime.now } }
    self.alarm.onRing { [weak self] in self?.look() }
    guard place.watchesFiles else { return }
    let watch = DirectoryWatch(on: queue) { [weak self] in self?.lookLater() }
    self.watch.withLock { $0 = watch }
  }

  /// The present time.
  var now: WallTime { wall() }

  // MARK: Look-ups

  /// Asks the directories about a number in E.164 with its `+`; takes no lock.
  package func lookup(_ number: String) -> CallerDirectoryAnswer? {
    DirectoryShelf.number(number).flatMap { answer(about: $0) }
  }

  /// Asks the directories about a number; takes no lock.
  ///
  /// - Parameter number: the number, in E.164 without `+`.
  package func answer(about number: UInt64) -> CallerDirectoryAnswer? { shelf.value.answer(number) }

  /// Returns the entries of the enabled directories about a number; takes no lock.
  ///
  /// - Parameter number: the number, in E.164 without `+`.
  package func entries(of number: UInt64) -> [(id: String, entry: DirectoryTable.Entry)] { shelf.value.entries(number) }

  // MARK: Directories

  /// The directories in the order of look-ups.
  package var list: [JSONValue] { state.withLock { state in state.order.compactMap { state.entries[$0]?.json } } }

  /// Returns a directory; nil when there is none.
  package func directory(_ id: String) -> JSONValue? { state.withLock { $0.entries[id]?.json } }

  /// Switches a directory: it counts at once, or no more (L5).
  ///
  /// - Returns: false when there is no such directory.
  package func setEnabled(_ id: String, _ isEnabled: Bool) -> Bool {
    queue.sync { change(id, isEnabled: isEnabled) }
  }

  private func change(_ id: String, isEnabled: Bool) -> Bool {
    let now = now
    let change = state.withLock { state -> (row: DirectoryRow, gate: LoadGate?)? in
      guard let entry = state.entries[id] else { return nil }
      state.entries[id]?.isEnabled = isEnabled
      if isEnabled { state.entries[id]?.putOff(after: now) }
      return state.entries[id].map { ($0.row, isEnabled ? nil : entry.running?.gate) }
    }
    guard let change else { return false }
    change.gate?.giveUp(.disabled)
    publish()
    remember(change.row)
    tell(id)
    look()
    return true
  }

  /// Ends the load of a directory; one that is complete stays.
  ///
  /// - Returns: false when there is no such directory.
  package func cancel(_ id: String) -> Bool {
    let entry = state.withLock { $0.entries[id] }
    entry?.running?.gate.giveUp(.cancelled)
    return entry != nil
  }

  // MARK: Configuration

  /// Takes the directories of a configuration in place of those before, and loads those that need it.
  ///
  /// - Parameter all: the directories, in the order of the configuration.
  package func configure(_ all: [DirectorySettings]) {
    queue.sync {
      mkdir(place.folder, 0o700)
      chmod(place.folder, 0o700)
      let rows = Dictionary(((try? store?.directories()) ?? []).map { ($0.id, $0) }) { first, _ in first }
      let isFirst = state.withLock { $0.order.isEmpty && $0.loadCount == 0 }
      var (wanted, gone): ([String], [DirectoryState.Entry]) = ([], [])
      let known = state.withLock { $0.entries }
      for settings in all { if !take(settings, rows[settings.id], known[settings.id]) { wanted.append(settings.id) } }
      state.withLock { state in
        for (id, entry) in state.entries where !all.contains(where: { $0.id == id }) {
          gone.append(entry)
          state.entries[id] = nil
        }
        state.order = all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.id)
      }
      publish()
      for entry in gone {
        abandon(entry)
        if let table = entry.table { unlink(table.path) }
        receivers.problem(entry.settings.id, nil)
        receivers.tell(entry.settings.id, nil)
      }
      if isFirst { removeStrangers() }
      watch.withLock { $0 }?.set(state.withLock { $0.files })
      for settings in all { tell(settings.id) }
      for id in wanted { load(id) }
      look()
    }
  }

  /// Gives up the load of a directory that is gone, and tells those who wait for it.
  private func abandon(_ entry: DirectoryState.Entry) {
    guard let running = entry.running else { return }
    running.gate.giveUp(.replaced)
    var report = LoadReport(entry.settings.id)
    report.error = DirectoryError(.loadingInterrupted, "the directory has left the configuration")
    for waiter in running.waiters { waiter(report) }
  }

  /// Takes a directory of a configuration; returns true when its table needs no load.
  private func take(_ settings: DirectorySettings, _ row: DirectoryRow?, _ known: DirectoryState.Entry?) -> Bool {
    var entry = known ?? DirectoryState.Entry(settings: settings, isEnabled: row?.isEnabled ?? settings.isEnabled)
    if let known {
      if known.settings.source != settings.source { known.running?.gate.giveUp(.replaced) }
      // The configuration switches a directory only by a change: else it would undo a person's choice.
      if known.settings.isEnabled != settings.isEnabled { entry.isEnabled = settings.isEnabled }
    } else {
      entry.report = row?.report.flatMap { LoadReport(json: $0) }
      entry.table = openTable(settings.id, row)
      entry.revision = max(Int(row?.revision ?? 0), entry.table?.revision ?? 0)
      entry.check = entry.table.map { _ in now.advanced(byMilliseconds: Self.checkTime) }
    }
    entry.settings = settings
    if let every = settings.every, entry.schedule.due == nil, let table = entry.table {
      entry.schedule.set(max(0, every - Double(now.milliseconds - table.loaded) / 1_000), after: now)
    }
    let isGood = !entry.isEnabled || !entry.isOld
    state.withLock { state in
      let running = state.entries[settings.id]?.running
      state.entries[settings.id] = entry
      state.entries[settings.id]?.running = running
    }
    if let table = entry.table, known == nil { loads.async { table.readAhead() } }
    return isGood
  }

  /// Opens the table that the store names, or else the newest that is whole.
  private func openTable(_ id: String, _ row: DirectoryRow?) -> DirectoryTable? {
    if let row, row.revision > 0 {
      let path = DirectoryLoad.path(of: id, revision: Int(row.revision), in: place.folder)
      if let table = try? DirectoryTable(opening: path), table.id == id { return table }
    }
    let (prefix, suffix) = ("\(id).", ".hswdir")
    let revisions = files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.compactMap {
      Int($0.dropFirst(prefix.count).dropLast(suffix.count))
    }
    for revision in revisions.sorted(by: >) {
      do throws(DirectoryError) {
        let table = try DirectoryTable(opening: DirectoryLoad.path(of: id, revision: revision, in: place.folder))
        if table.id == id { return table }
      } catch {
        receivers.log(true, "\(id): \(error.message); it is loaded anew")
      }
    }
    return nil
  }

  /// The names in the folder of tables.
  private var files: [String] {
    guard let folder = opendir(place.folder) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes the files of a host that died, and tables that no directory has.
  private func removeStrangers() {
    let present = Set(state.withLock { $0.entries.values.compactMap { $0.table?.path } })
    for name in files where !present.contains("\(place.folder)/\(name)") { unlink("\(place.folder)/\(name)") }
  }

  // MARK: Times

  private func lookLater() {
    queue.asyncAfter(deadline: .now() + Self.settlingTime) { [weak self] in self?.look() }
  }

  /// Begins the loads and checks that are due, and sets the alarm; runs on the queue.
  func look() {
    let now = now
    let (due, checks) = state.withLock { state -> ([String], [(String, DirectoryTable)]) in
      if state.isClosed { return ([], []) }
      var (due, checks): ([String], [(String, DirectoryTable)]) = ([], [])
      for (id, entry) in state.entries where entry.isEnabled && entry.running == nil {
        if state.entries[id]?.schedule.take(at: now) == true || entry.hasNewFile { due.append(id) }
        if let check = entry.check, check <= now, let table = entry.table {
          state.entries[id]?.check = now.advanced(byMilliseconds: Self.checkTime)
          checks.append((id, table))
        }
      }
      return (due, checks)
    }
    for id in due { load(id) }
    for (id, table) in checks { loads.async { [weak self] in self?.check(id, table) } }
    alarm.set(state.withLock { $0.isClosed ? nil : $0.due })
  }

  /// Checks the bytes of a table; a damaged one is loaded anew, as a whole.
  private func check(_ id: String, _ table: DirectoryTable) {
    if table.hasGoodParts() { return }
    receivers.log(true, "\(id): \(table.path) is damaged; it is loaded anew")
    queue.async { self.load(id, isFull: true) }
  }

  /// Makes the tables that count visible to all look-ups.
  func publish() { shelf.publish(state.withLock { $0.shelf }) }

  func tell(_ id: String) {
    let json = state.withLock { $0.entries[id]?.json }
    if let json { receivers.tell(id, json) }
  }

  /// Keeps a row in the store; without a store the newest table in the folder counts after a restart.
  func remember(_ row: DirectoryRow) {
    do throws(StoreError) { try store?.putDirectory(row) } catch {
      receivers.log(true, "\(row.id): its state is not kept: \(error)")
    }
  }

  /// Gives all loads up and begins none; the tables answer on.
  ///
  /// A program ends with the process at the latest.
  ///
  /// - Parameter waits: true to return when no load runs any more.
  package func close(waits: Bool = false) {
    let gates = state.withLock { state in
      state.isClosed = true
      return state.entries.values.compactMap { $0.running?.gate }
    }
    for gate in gates { gate.giveUp(.shutDown) }
    alarm.cancel()
    watch.withLock { watch in
      watch?.cancel()
      watch = nil
    }
    if waits { running.wait() }
  }
}
