public import CallControl
internal import FoundationEssentials
internal import Glibc
internal import Locking

/// Keeps a journal in a file: a header line that says the version, then one record a line, as JSON.
///
/// ```
/// {"hookswitch-journal":1,"zero":1700000000}
/// {"time":{"nanoseconds":0},"body":{"opened":{…}}}
/// ```
///
/// What a host hands over at once is written at once, whole lines in one go: after a crash at most the last line is cut short, and a reader copes
/// with that. When the disk is full or the file cannot be written any more the journal ends there, and `failure` says why; calls go on.
public final class JournalFile: JournalSink {
  private struct State {
    var file: CInt
    var failure: JournalFileError?
  }

  /// Where it is written.
  public let path: String
  private let state: Locked<State>

  /// Begins a journal, in place of a file that may be there: a new file that this user alone can read takes the name, and a link that bore it is
  /// not followed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - clock: the host's, so that readers can tell dates.
  /// - Throws: `JournalFileError.Code.system`.
  public init(path: String, clock: any HostClock = SystemHostClock.shared) throws(JournalFileError) {
    let file = Self.begin(path)
    guard file >= 0 else { throw .system(path, "cannot be opened for writing") }
    self.path = path
    state = Locked(State(file: file))
    let header = JournalHeader(version: JournalHeader.current, zero: clock.date(of: .zero).timeIntervalSince1970)
    append(encode(header))
    if let failure { throw failure }
  }

  /// Opens a new file under that name; a pipe, a terminal or another device is written to as it is.
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

  /// Why nothing more is written; nil: all is well.
  public var failure: JournalFileError? { state.withLock { $0.failure } }

  /// Writes records; called by the host.
  public func write(_ records: [JournalRecord]) {
    guard failure == nil else { return }
    var text: [UInt8] = []
    for record in records { text += encode(record) }
    append(text)
  }

  /// Waits until the file is on the disk.
  public func flush() {
    let file = state.withLock { $0.file }
    fdatasync(file)
  }

  private func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")]
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
