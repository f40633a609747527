import Glibc

/// This program once more, in a process for far ends, with pipes to and from it.
///
/// Its input ends when this process does, and the process then ends by itself. A signal on the parent's death does not do: the kernel sends it
/// when the thread that started the process ends, and idle threads of Swift's pool end after some seconds.
final class PeerProcess {
  private var toPeer: CInt
  private let fromPeer: CInt
  private let child: pid_t
  private var isOver = false

  /// Starts the process with these arguments.
  init(_ arguments: [String]) throws {
    var (down, up): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    guard pipe(&down) == 0, pipe(&up) == 0 else { throw TrafficError("cannot create a pipe: errno \(errno)") }
    for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO)
    var words = (["/proc/self/exe"] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child: pid_t = 0
    let failure = posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ)
    close(down[0])
    close(up[1])
    guard failure == 0 else { throw TrafficError("cannot start a process: errno \(failure)") }
    (toPeer, fromPeer, self.child) = (down[1], up[0], child)
  }

  deinit {
    guard !isOver else { return }
    kill(child, SIGKILL)
    _ = reap()
  }

  /// Reads so many records; throws an error when the process ends before.
  func read<Record: BitwiseCopyable>(_ count: Int = 1, of zero: Record) throws -> [Record] {
    var records = [Record](repeating: zero, count: count)
    let isWhole = records.withUnsafeMutableBytes { bytes in
      var at = 0
      while at < bytes.count {
        let some = Glibc.read(fromPeer, bytes.baseAddress.map { $0 + at }, bytes.count - at)
        guard some > 0 else { return false }
        at += some
      }
      return true
    }
    guard isWhole else { throw TrafficError("the process of the far ends ended early; it may need a higher limit of open files") }
    return records
  }

  /// Sends bytes.
  func send(_ bytes: UnsafeRawBufferPointer) { _ = write(toPeer, bytes.baseAddress, bytes.count) }

  /// Ends the process's input.
  func endInput() {
    if toPeer >= 0 { close(toPeer) }
    toPeer = -1
  }

  /// Waits for the end of the process, after its last records were read.
  func finish() throws {
    let status = reap()
    guard status == 0 else {
      let end = status & 0x7F == 0 ? "exit status \(status >> 8)" : "signal \(status & 0x7F)"
      throw TrafficError("the process of the far ends failed: \(end)")
    }
  }

  /// Waits for the end of the process, and returns its status.
  private func reap() -> CInt {
    isOver = true
    endInput()
    close(fromPeer)
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Raises this process's limit of open files as far as it can.
  static func raiseFileLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
