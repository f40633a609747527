internal import FoundationEssentials
internal import Glibc

/// A database that is ready for use.
struct OpenedStore {
  /// The connection that writes; nil when nothing can be written.
  var writer: Connection?
  /// The way in which readers open the file; nil when there is no file.
  var reading: Connection.Mode?
  var standing: StoreStanding
}

/// The database's file: creation, judgement, migration, and the rescue of a damaged one.
struct StoreFile {
  let folder: String
  let durability: StoreSettings.Durability
  let now: WallTime

  var path: String { folder + "/store.sqlite" }

  /// Opens the store, or says why it cannot be used; never throws.
  func open() -> OpenedStore {
    do {
      try makeFolder()
      return try openFile()
    } catch {
      return OpenedStore(writer: nil, reading: nil, standing: StoreStanding(.off, "\(error)"))
    }
  }

  private func makeFolder() throws(StoreError) {
    var made = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw StoreError.system(made, "cannot make the store's folder") }
    }
  }

  private func openFile() throws(StoreError) -> OpenedStore {
    let isThere = access(path, F_OK) == 0
    let canWrite = access(folder, W_OK) == 0 && (!isThere || access(path, W_OK) == 0)
    if !canWrite {
      let reason = "\(isThere ? path : folder): cannot be written: \(String(cString: strerror(errno))); new calls are not kept"
      return isThere ? openToRead(reason) : OpenedStore(writer: nil, reading: nil, standing: StoreStanding(.readOnly, reason))
    }
    // SQLite gives its other files the same permissions.
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError.system(path, "cannot open the store") }
    close(file)
    do {
      return try openToWrite(StoreStanding(.good))
    } catch {
      if error.isDamaged { return try recover(error.message) }
      if error.isReadOnly { return openToRead("\(path): cannot be written: \(error.message); new calls are not kept") }
      if error.isFull { return openToRead("\(path): the disk is full: \(error.message); free space and restart", state: .full) }
      throw StoreError(error)
    }
  }

  private func openToWrite(_ standing: StoreStanding) throws(SQLiteError) -> OpenedStore {
    let connection = try Connection(path: path, .create)
    let version = try connection.value("PRAGMA user_version").integer ?? 0
    let mark = try connection.value("PRAGMA application_id").integer ?? 0
    if version > Int64(Schema.version), mark == Schema.applicationID {
      return openToRead("\(path): a newer version of this program made it (version \(version)); update this program to write to it")
    }
    let tables = try connection.value("SELECT count(*) FROM sqlite_master").integer ?? 0
    guard mark == Schema.applicationID || tables == 0 else {
      let reason = "it is no store of this program; name another folder"
      throw SQLiteError(code: 1, message: reason, path: path, work: "open")
    }
    let findings = try connection.rows("PRAGMA quick_check(1)") { $0.text(0) ?? "" }
    if findings != ["ok"] { throw SQLiteError(code: 11, message: findings.first ?? "damaged", path: path, work: "quick_check") }
    try prepare(connection, version: tables == 0 ? 0 : Int(version))
    return OpenedStore(writer: connection, reading: .readOnly, standing: standing)
  }

  /// Sets the connection up and leads the schema to the newest version.
  private func prepare(_ connection: Connection, version: Int) throws(SQLiteError) {
    _ = try connection.value("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    // The ids of calls are random, so that a busy hour touches pages all over their index: the defaults of 2 MB and of a checkpoint at 4 MB
    // read and write most of them again and again. Up to 16 MiB of pages, and as much log.
    try connection.execute("PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4096")
    var present = version
    while present < Schema.version {
      if present > 0 { try keepCopy(connection, version: present) }
      guard let step = Schema.step(to: present + 1) else { break }
      try connection.transaction { () throws(SQLiteError) in
        try connection.execute(step)
        try connection.execute("PRAGMA user_version = \(present + 1)")
      }
      present += 1
    }
    try connection.execute(Schema.additions)
    try connection.run("INSERT OR IGNORE INTO meta VALUES('created', ?)", [SQLValue(now)])
    try connection.run("INSERT OR IGNORE INTO meta VALUES('change', 0)")
    try connection.run("INSERT OR IGNORE INTO meta VALUES('epoch', ?)", [.text(UUID().uuidString)])
  }

  /// Copies the store before a migration, once for each version.
  private func keepCopy(_ connection: Connection, version: Int) throws(SQLiteError) {
    let copy = "\(path).v\(version)"
    if access(copy, F_OK) == 0 { return }
    try connection.copy(to: copy + ".part")
    chmod(copy + ".part", 0o600)
    rename(copy + ".part", copy)
  }

  /// Opens the file to read only.
  private func openToRead(_ reason: String, state: StoreState = .readOnly) -> OpenedStore {
    for mode in [Connection.Mode.readOnly, .immutable] {
      guard let connection = try? Connection(path: path, mode), (try? connection.value("SELECT count(*) FROM call")) != nil else {
        continue
      }
      return OpenedStore(writer: nil, reading: mode, standing: StoreStanding(state, reason))
    }
    return OpenedStore(writer: nil, reading: nil, standing: StoreStanding(state, reason))
  }

  // MARK: Damage

  /// Sets a damaged file aside and copies its readable rows into a new one.
  private func recover(_ finding: String) throws(StoreError) -> OpenedStore {
    let aside = unusedName()
    for ending in ["", "-wal", "-shm"] where access(path + ending, F_OK) == 0 {
      guard rename(path + ending, aside + ending) == 0 else { throw StoreError.system(path + ending, "cannot set the damaged file aside") }
    }
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError.system(path, "cannot make a new store") }
    close(file)
    do {
      var opened = try openToWrite(StoreStanding(.recovered))
      guard let writer = opened.writer else { return opened }
      let saved = try StoreRescue(from: aside, to: writer).run()
      opened.standing.reason = "\(path): damaged (\(finding)); saved \(saved); the damaged file is \(aside)"
      return opened
    } catch {
      throw StoreError(error)
    }
  }

  private func unusedName() -> String {
    let time = now.description.filter { $0 != "-" && $0 != ":" }
    var name = "\(path).damaged-\(time)"
    var count = 1
    while access(name, F_OK) == 0 {
      count += 1
      name = "\(path).damaged-\(time)-\(count)"
    }
    return name
  }
}
