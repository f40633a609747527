internal import CConfinement
internal import Glibc

/// One load of a directory, from its source to a new table: all or nothing (L1).
package struct DirectoryLoad: Sendable {
  /// The directory.
  package var settings: DirectorySettings
  /// The folder of tables, which nobody else can write to.
  package var folder: String
  /// The present table; nil without one.
  package var table: DirectoryTable?
  /// The number of the new table.
  package var revision: Int
  /// True to take no incremental load.
  package var isFull = false
  /// The helper that runs programs; nil where there is none.
  package var helper: String?
  /// The time of the load, in milliseconds since 1970.
  package var now: Int64
  /// Returns the E.164 form of a national number of a region; nil for a text that is no number.
  package var normalize: (@Sendable (_ number: String, _ region: String) -> String?)?
  /// The switch by which the host gives up.
  package var gate = LoadGate()
  /// The additions of the conformance kit to the request of a plugin; nil for a host.
  package var trial: RequestTrial?
  /// Takes the end of the process of a program or plugin, on the thread of the load.
  package var noteEnd: (@Sendable (SourceEnd) -> Void)?

  /// Creates a load.
  package init(_ settings: DirectorySettings, folder: String, table: DirectoryTable?, revision: Int, now: Int64) {
    (self.settings, self.folder, self.table, self.revision, self.now) = (settings, folder, table, revision, now)
  }

  /// The result of a load.
  package struct Outcome: Sendable {
    /// The new table.
    package var table: DirectoryTable
    package var counts: LoadCounts
    package var isIncremental: Bool
  }

  /// Returns the path of a table's file.
  ///
  /// - Parameters:
  ///   - id: the directory's id.
  ///   - revision: the number of the load.
  ///   - folder: the folder of tables.
  package static func path(of id: String, revision: Int, in folder: String) -> String { "\(folder)/\(id).\(revision).hswdir" }

  /// True when changes can be applied to the present table.
  package var takesIncremental: Bool {
    if case .file = settings.source { return false }
    return !isFull && table?.origin == settings.source.origin
  }

  /// Loads the directory; blocks the thread, which must not end before.
  ///
  /// - Throws: the first error; the present table is as it was.
  package func run() throws(DirectoryError) -> Outcome {
    let stage = LoadStage(path: "\(folder)/\(settings.id)", limits: settings.limits, takesIncremental: takesIncremental)
    let deadline = ContinuousClock.now + .seconds(settings.deadline)
    let token: String?
    switch settings.source {
    case .executable(let words, let network): token = try run(words, network: network, into: stage, until: deadline)
    case .plugin(let path, let settings, let network):
      var task = PluginTask(file: path)
      (task.host, task.network, task.sorts, task.trial) = (getpid(), network, self.settings.limits.sorts, trial)
      // A backtrace takes seconds, and its handler lets a process go on that has sent itself a signal.
      let variables = ["\(PluginTask.Variable.settings)=\(settings)", "SWIFT_BACKTRACE=enable=no"]
      token = try run(.plugin(task), with: variables, into: stage, until: deadline)
    case .file(let path, let region): token = try read(path, region: region, into: stage, until: deadline)
    }
    try commit()
    return try store(stage, token: token)
  }

  /// Makes the load complete (L3): from here on the host does not give it up.
  private func commit() throws(DirectoryError) {
    guard gate.commit() else {
      throw DirectoryError(.loadingInterrupted, "the load is expired: \(gate.reason?.sentence ?? "the host gave up")")
    }
  }

  /// Loads a stream of records from memory instead of from the source: so the conformance kit makes the table of a host.
  ///
  /// - Parameter records: the stream, from its first line on.
  /// - Throws: the first error; the present table is as it was.
  package func run(records: String) throws(DirectoryError) -> Outcome {
    let stage = LoadStage(path: "\(folder)/\(settings.id)", limits: settings.limits, takesIncremental: takesIncremental)
    var reader = RecordReader()
    var sink = stage
    try Array(records.utf8).withRawBytes { (bytes) throws(DirectoryError) in try reader.read(bytes, into: &sink) }
    try reader.finish(into: &sink)
    guard case .complete(let token) = reader.end else { throw DirectoryError(.loadingInterrupted, "the stream ended without complete") }
    return try store(stage, token: token)
  }

  // MARK: Sources

  private func run(
    _ words: [String], network: Bool, into stage: LoadStage, until deadline: ContinuousClock.Instant
  ) throws(DirectoryError) -> String? {
    guard access(words[0], F_OK) == 0 else { throw DirectoryError(.noExtensionFound, "there is no \(words[0]); correct \"executable\"") }
    guard access(words[0], X_OK) == 0 else {
      throw DirectoryError(.noExtensionFound, "\(words[0]) may not be executed: \(String(cString: strerror(errno)))")
    }
    return try run(.program(ProgramTask(parent: getpid(), network: network, program: words)), with: [], into: stage, until: deadline)
  }

  private func run(
    _ task: ProgramSource.Task, with variables: [String], into stage: LoadStage, until deadline: ContinuousClock.Instant
  ) throws(DirectoryError) -> String? {
    guard let helper else {
      throw DirectoryError(
        .noExtensionFound, "there is no hookswitch-helper, which runs the programs and plugins of directories; install it")
    }
    var program = ProgramSource(helper: helper, task: task, environment: environment + variables, gate: gate, deadline: deadline)
    program.noteEnd = noteEnd
    var reader = RecordReader()
    var sink = stage
    try program.run { (bytes) throws(DirectoryError) in
      try reader.read(bytes, into: &sink)
      // A source that is told that it counts must count.
      if case .complete = reader.end { try commit() }
      return reader.end != nil
    } finish: { () throws(DirectoryError) in
      try reader.finish(into: &sink)
      return reader.end != nil
    }
    switch reader.end {
    case .complete(let token): return token
    case .cancel(let code, let message): throw cancelled(code, message)
    case nil: throw DirectoryError(.loadingInterrupted, "the stream ended without complete", at: RecordPlace(line: reader.position.line))
    }
  }

  private func cancelled(_ code: Int, _ message: String) -> DirectoryError {
    var error = DirectoryError(.cancelled, message.isEmpty ? "the source cancelled the load with code \(code)" : message)
    (error.domain, error.domainCode) = (settings.id, code)
    return error
  }

  /// The environment of a program: what it needs to find programs and files, and the variables of a directory.
  private var environment: [String] {
    // A sanitizer's settings are for the helper of the same build.
    let settings = hookswitch_has_sanitizer() != 0 ? ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"] : []
    let names = ["PATH", "HOME", "LANG", "LC_ALL", "TZ"] + settings
    let kept = names.compactMap { name in getenv(name).map { name + "=" + String(cString: $0) } }
    var own = ["\(PluginTask.Variable.directory)=\(self.settings.id)"]
    if takesIncremental { own.append("\(PluginTask.Variable.incremental)=1") }
    if table?.origin == self.settings.source.origin, let token = table?.token { own.append("\(PluginTask.Variable.token)=\(token)") }
    return kept + own
  }

  private func read(
    _ path: String, region: String?, into stage: LoadStage, until deadline: ContinuousClock.Instant
  ) throws(DirectoryError) -> String {
    let file = try NumberFile(opening: path)
    let normalize = region.flatMap { region in self.normalize.map { normalize in { @Sendable text in normalize(text, region) } } }
    if let region, normalize == nil { throw DirectoryError(.unknown, "this build has no number plan for \"region\" \(region)") }
    guard let form = FileReader.Form(of: path) else {
      throw DirectoryError(.noExtensionFound, "\(path) is neither .csv nor .txt")
    }
    var sink = stage
    var reader = FileReader(form, normalize: normalize)
    let gate = gate
    try file.read { (bytes) throws(DirectoryError) in
      try gate.check()
      guard ContinuousClock.now < deadline else { throw DirectoryError(.loadingInterrupted, "the file took longer than the deadline") }
      try reader.read(bytes, into: &sink)
    }
    try reader.finish(into: &sink)
    guard NumberFile.stamp(of: path) == file.stamp else {
      throw DirectoryError(.loadingInterrupted, "\(path) changed while it was read")
    }
    return file.stamp.token
  }

  // MARK: The table

  private func store(_ stage: LoadStage, token: String?) throws(DirectoryError) -> Outcome {
    var header = TableHeader()
    (header.id, header.token, header.revision) = (settings.id, token, UInt64(revision))
    (header.loaded, header.origin) = (now, settings.source.origin)
    let name = Self.path(of: settings.id, revision: revision, in: folder)
    var merge = TableMerge(stage, old: table)
    try merge.write(to: "\(folder)/\(settings.id).\(revision).tmp", as: name, header: header)
    do throws(DirectoryError) {
      let new = try DirectoryTable(opening: name)
      guard new.hasGoodParts() else { throw DirectoryError(.unknown, "the new table is damaged: the disk does not keep its bytes") }
      return Outcome(table: new, counts: merge.counts, isIncremental: stage.isIncremental)
    } catch {
      unlink(name)
      throw error
    }
  }
}

/// A file with numbers, opened for reading.
final class NumberFile {
  private static let portion = 256 << 10
  private let path: String
  private let file: CInt
  let stamp: FileStamp

  init(opening path: String) throws(DirectoryError) {
    self.path = path
    // A pipe without a writer would block.
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DirectoryError(.noExtensionFound, "cannot open \(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw DirectoryError(.noExtensionFound, "\(path) is not a file")
    }
    stamp = FileStamp(status)
  }

  deinit { close(file) }

  /// Passes the file's bytes on in portions.
  func read(_ take: (UnsafeRawBufferPointer) throws(DirectoryError) -> Void) throws(DirectoryError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.portion, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .system("cannot read \(path)") }
      if count == 0 { return }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Returns the stamp of the file at a path; nil without a file.
  static func stamp(of path: String) -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStamp(status) : nil
  }
}

extension FileStamp {
  fileprivate init(_ status: stat) {
    self.init(
      inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
  }

  /// Returns the stamp of the file at a path; nil without a file.
  package static func of(_ path: String) -> FileStamp? { NumberFile.stamp(of: path) }
}
