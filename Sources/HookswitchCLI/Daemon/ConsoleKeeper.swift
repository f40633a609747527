internal import Dispatch
internal import HostSurface
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Keeps the web console running as a child of the daemon, and ends it with the daemon.
///
/// The child ends when its standard input does, so that it does not outlive a daemon that was killed. Any thread.
final class ConsoleKeeper: Sendable {
  /// The time for which a child may end by itself.
  private static let patience = DispatchTimeInterval.seconds(2)

  private struct State: Sendable {
    var child: pid_t?
    var isOver = false
    /// The number of children so far.
    var lives = 0
  }

  private let words: [String]
  private let log: @Sendable (LogLevel, String) -> Void
  private let problem: @Sendable (String?) -> Void
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hookswitch.console")
  private let stopped = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the console.
  ///
  /// - Parameters:
  ///   - words: the command's words; the program is this one.
  ///   - log: takes lines for the log.
  ///   - problem: takes the end of a console as a problem of the host; nil once a later one has lived for a minute, or none is wanted.
  init(_ words: [String], log: @escaping @Sendable (LogLevel, String) -> Void, problem: @escaping @Sendable (String?) -> Void) {
    (self.words, self.log, self.problem) = (words, log, problem)
    queue.async { [self] in run() }
  }

  /// Ends the console, and returns when its process is gone.
  func stop() {
    state.withLock { $0.isOver = true }
    stopped.signal()
    signalChild(SIGTERM)
    if ended.wait(timeout: .now() + Self.patience) == .success { return }
    signalChild(SIGKILL)
    ended.wait()
  }

  /// Signals the child, which cannot be reaped meanwhile.
  private func signalChild(_ number: Int32) {
    state.withLock { if let child = $0.child { kill(child, number) } }
  }

  private func run() {
    defer {
      problem(nil)
      ended.signal()
    }
    var pause = RestartPause()
    while true {
      let begin = ContinuousClock.now
      let end = live()
      if state.withLock({ $0.isOver }) { return }
      let time = pause.next(afterLife: begin.duration(to: .now))
      log(.warning, "\(end); it starts again in \(time.components.seconds) s")
      problem("\(end), and starts again by itself; the log has its last lines under the topic console")
      if stopped.wait(timeout: .now() + .seconds(Int(time.components.seconds))) == .success { return }
    }
  }

  /// Starts a child and waits for its end; returns it as a sentence without a full stop.
  private func live() -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "the console cannot start: \(String(cString: strerror(errno)))" }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    let child = state.withLock { state -> Result<pid_t, StartError> in
      if state.isOver { return .failure(StartError(code: ECANCELED)) }
      let started = Self.start(words, readingFrom: ends[0])
      if case .success(let child) = started {
        state.child = child
        state.lives += 1
      }
      return started
    }
    close(ends[0])
    switch child {
    case .failure(let error): return "the console cannot start: \(String(cString: strerror(error.code)))"
    case .success(let child):
      log(.info, "the console runs as process \(child)")
      watchLife()
      return "the console \(wait(for: child))"
    }
  }

  /// Takes the problem back once the present child has lived long enough.
  private func watchLife() {
    let life = state.withLock { $0.lives }
    guard life > 1 else { return }
    let time = DispatchTimeInterval.seconds(Int(RestartPause.goodLife.components.seconds))
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in
      guard let self, self.state.withLock({ $0.lives == life && $0.child != nil && !$0.isOver }) else { return }
      problem(nil)
    }
  }

  /// An error of the system.
  private struct StartError: Error, Sendable { let code: Int32 }

  private static func start(_ words: [String], readingFrom descriptor: Int32) -> Result<pid_t, StartError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    // Its greeting belongs to the daemon's log.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    // The daemon blocks or ignores signals that must end the console.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments = words.map { strdup($0) }
    var variables = environment.map { strdup($0) }
    defer { for text in arguments + variables { free(text) } }
    arguments.append(nil)
    variables.append(nil)
    var child: pid_t = 0
    // This program, also when its file was replaced.
    let code = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, arguments, variables)
    return code == 0 ? .success(child) : .failure(StartError(code: code))
  }

  /// The environment without what systemd means for the daemon alone.
  private static var environment: [String] {
    var variables: [String] = []
    var place = environ
    while let text = place.pointee {
      variables.append(String(cString: text))
      place += 1
    }
    let ours = ["NOTIFY_SOCKET=", "WATCHDOG_USEC=", "WATCHDOG_PID=", "LISTEN_PID=", "LISTEN_FDS=", "LISTEN_FDNAMES="]
    return variables.filter { variable in !ours.contains { variable.hasPrefix($0) } }
  }

  /// Waits for the end of a child, and forgets it before the system may use its number again.
  private func wait(for child: pid_t) -> String {
    var found = siginfo_t()
    while waitid(P_PID, id_t(child), &found, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    var status: Int32 = 0
    state.withLock { state in
      state.child = nil
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
    return status & 0x7F == 0 ? "ended with \((status >> 8) & 0xFF)" : "was ended by signal \(status & 0x7F)"
  }
}
