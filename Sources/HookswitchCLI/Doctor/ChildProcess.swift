#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs a program and reads its output.
enum ChildProcess {
  /// Runs `words` and returns its standard output, at most 1 MiB; nil when it cannot be run, fails, or takes longer than `seconds`.
  static func output(of words: [String], within seconds: Int = 10) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // The child's standard output is a copy of its end: the original must close, or the pipe never ends.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = start(words, writingTo: ends[1])
    close(ends[1])
    guard let child else { return nil }

    let bytes = readAll(from: ends[0], within: seconds)
    if bytes == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let bytes, status == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func start(_ words: [String], writingTo descriptor: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)

    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    return posix_spawnp(&child, words[0], &actions, nil, arguments, environ) == 0 ? child : nil
  }

  private static func readAll(from descriptor: Int32, within seconds: Int) -> [UInt8]? {
    let limit = 1 << 20
    let end = ContinuousClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      let left = (end - ContinuousClock.now).components
      guard left.seconds >= 0, left.attoseconds >= 0 else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000) + 1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// Finds the program `name` along `PATH`; nil when it is not there.
  static func find(_ name: String, in path: String? = getenv("PATH").map { String(cString: $0) }) -> String? {
    (path ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
