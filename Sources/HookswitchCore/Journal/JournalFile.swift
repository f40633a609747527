public import CallControl
internal import FoundationEssentials
internal import Glibc
internal import Locking
internal import StrictJSON

/// Writes a journal to a file: a header line with the version, then one JSON record in each line.
///
/// ```
/// {"hookswitch-journal":1,"zero":1700000000}
/// {"time":{"nanoseconds":0},"body":{"opened":{…}}}
/// ```
///
/// The host's records are written at once, in whole lines: a crash cuts at most the last line short, and readers accept that. When the disk
/// is full or writing fails, the journal ends, `failure` has the reason, and calls go on.
public final class JournalFile: JournalSink {
  private struct State {
    var file: CInt
    var failure: JournalFileError?
  }

  /// The file's path.
  public let path: String
  private let state: Locked<State>

  /// Creates a journal in a new file that only this user can read; it replaces an existing file or link of that name.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - clock: the host's clock, from which readers compute dates.
  /// - Throws: `JournalFileError.Code.system`.
  public init(path: String, clock: any HostClock = SystemHostClock.shared) throws(JournalFileError) {
    let file = Self.begin(path)
    guard file >= 0 else { throw .system(path, "cannot be opened for writing") }
    self.path = path
    state = Locked(State(file: file))
    let header = JournalHeader(zero: clock.date(of: .zero).timeIntervalSince1970)
    append(encode(header))
    if let failure { throw failure }
  }

  /// Opens a new file under that name; an existing pipe, terminal or other device is opened as it is.
  private static func begin(_ path: String) -> CInt {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    let isDevice = path.hasPrefix("/dev/") || path.hasPrefix("/proc/") || isThere && kind != S_IFREG && kind != S_IFLNK
    if isDevice { return open(path, O_WRONLY | O_CLOEXEC) }
    var generator = SystemRandomNumberGenerator()
    let aside = "\(path).\(getpid()).\(generator.next() as UInt32)"
    let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0, rename(aside, path) != 0 else { return file }
    let code = errno
    close(file)
    unlink(aside)
    errno = code
    return -1
  }

  deinit {
    _ = state.withLock { close($0.file) }
  }

  /// The error that ended the journal; nil while it works.
  public var failure: JournalFileError? { state.withLock { $0.failure } }

  /// True once an error has ended the journal.
  public var hasFailed: Bool { failure != nil }

  /// Writes records; the host calls this.
  public func write(_ records: [JournalRecord]) {
    guard failure == nil else { return }
    var text: [UInt8] = []
    for record in records { text += encode(record) }
    append(text)
  }

  /// Waits until the records are on the disk.
  public func flush() {
    let file = state.withLock { $0.file }
    // A pipe or a terminal has no disk behind it.
    if fdatasync(file) < 0, errno != EINVAL, errno != EROFS { fail(.system(path, "cannot be written to the disk")) }
  }

  private func encode(_ value: some Encodable) -> [UInt8] {
    do {
      return try JSONValue(encoding: value).sorted.jsonText() + [UInt8(ascii: "\n")]
    } catch {
      fail(JournalFileError(code: .malformed, path: path, line: nil, reason: "a record cannot be written: \(error)"))
      return []
    }
  }

  private func append(_ text: [UInt8]) {
    let file = state.withLock { $0.file }
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return fail(.system(path, "cannot be written")) }
      rest = rest.dropFirst(count)
    }
  }

  private func fail(_ error: JournalFileError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }
}

extension JournalFileError {
  static func system(_ path: String, _ what: String) -> JournalFileError {
    JournalFileError(code: .system, path: path, line: nil, reason: "\(what): \(String(cString: strerror(errno)))")
  }
}
