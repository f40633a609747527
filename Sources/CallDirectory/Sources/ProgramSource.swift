internal import CLinux
internal import Glibc

/// A run of a directory's program or plugin: its output in portions, until its end.
///
/// Used on one thread, which must not end before the run: the program's process dies with the thread that started it.
struct ProgramSource {
  /// The time for which a program may live after its last line, in milliseconds.
  private static let lastPatience = 2_000
  /// The time for which a plugin may end its request after the host has given up, in milliseconds.
  private static let cancelPatience = 2_000
  /// The time for which a process may end after its output has ended, in milliseconds.
  private static let outputPatience = 500
  /// The time for which the helper may end all processes of the program, in milliseconds.
  private static let endPatience = 5_000
  private static let outputLimit = 4_096
  private static let portion = 256 << 10

  /// The task of the helper's process.
  enum Task: Hashable, Sendable {
    case program(ProgramTask)
    case plugin(PluginTask)

    func arguments(helper: String) -> [String] {
      switch self {
      case .program(let task): task.arguments(helper: helper)
      case .plugin(let task): task.arguments(helper: helper)
      }
    }

    /// The noun for people.
    var noun: String {
      switch self {
      case .program: "program"
      case .plugin: "plugin"
      }
    }
  }

  let helper: String
  let task: Task
  let environment: [String]
  let gate: LoadGate
  /// The end of the load.
  let deadline: ContinuousClock.Instant
  /// Takes the end of the process, once for each run.
  var noteEnd: (@Sendable (SourceEnd) -> Void)?

  /// Runs the program, and passes its output on.
  ///
  /// - Parameters:
  ///   - take: takes a portion of the output; returns true once the last line has come. Then a plugin hears that the load counts.
  ///   - finish: takes the end of the output; returns true when the last line has come.
  /// - Throws: the error of a program that does not start, dies, is silent or ends early, and those of `take` and `finish`.
  func run(
    _ take: (UnsafeRawBufferPointer) throws(DirectoryError) -> Bool, finish: () throws(DirectoryError) -> Bool
  ) throws(DirectoryError) {
    let run = try start()
    var said: [UInt8] = []
    let isComplete: Bool
    do throws(DirectoryError) {
      let isLast = try read(run, &said, take)
      isComplete = try finish() || isLast
      if !isComplete { try gate.check() }
    } catch {
      // A plugin that still writes must not wait for a reader, and the end of its input tells it that the host has given up.
      close(run.output)
      close(run.answers)
      if case .plugin = task { Self.awaitEnd(run.child, milliseconds: Self.cancelPatience) }
      _ = end(run, &said)
      throw error
    }
    close(run.output)
    close(run.answers)
    let status = end(run, &said)
    if !isComplete { throw death(status, said) }
  }

  /// A process with the host's ends of its pipes.
  private struct Run {
    var child: pid_t
    var output: CInt
    var errors: CInt
    var answers: CInt
  }

  /// Reads the output until its end, or until the program lives too long after its last line; returns true once that has come.
  private func read(
    _ run: Run, _ said: inout [UInt8],
    _ take: (UnsafeRawBufferPointer) throws(DirectoryError) -> Bool
  ) throws(DirectoryError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.portion, alignment: 16)
    defer { buffer.deallocate() }
    let clock = ContinuousClock()
    var isLast = false
    var hasEnded = false
    var limit = deadline
    while true {
      if !isLast { try gate.check() }
      guard clock.now < limit else {
        if isLast { return true }
        throw DirectoryError(.loadingInterrupted, "the \(task.noun) took longer than its deadline, and was ended")
      }
      var waiting = [pollfd(fd: run.output, events: Int16(POLLIN), revents: 0), pollfd(fd: run.errors, events: Int16(POLLIN), revents: 0)]
      _ = poll(&waiting, 2, 50)
      if waiting[1].revents != 0 { drain(run.errors, &said) }
      guard waiting[0].revents != 0 else {
        // Another process may hold the pipe open after the program's end. The program may have written just before it.
        if hasEnded { return isLast }
        hasEnded = Self.hasEnded(run.child)
        continue
      }
      let count = Glibc.read(run.output, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return isLast }
      if try take(UnsafeRawBufferPointer(rebasing: buffer[..<count])), !isLast {
        isLast = true
        answer(run)
        limit = min(deadline, clock.now + .milliseconds(Self.lastPatience))
      }
    }
  }

  /// Tells a plugin that its load counts; it may have ended already.
  private func answer(_ run: Run) {
    guard case .plugin = task else { return }
    var byte = PluginTask.Answer.counts
    _ = send(run.answers, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Keeps the end of what the program wrote to its standard error.
  private func drain(_ errors: CInt, _ said: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { bytes in
      // A program that floods it is read a little at a time.
      for _ in 0..<16 {
        let count = Glibc.read(errors, bytes.baseAddress, bytes.count)
        guard count > 0 else { return }
        said += bytes[..<count]
        if said.count > Self.outputLimit { said.removeFirst(said.count - Self.outputLimit) }
      }
    }
  }

  /// Returns the error of a program that ended without a last line.
  private func death(_ status: CInt?, _ said: [UInt8]) -> DirectoryError {
    let text = said.withUnsafeBytes { bytes -> String in
      let last = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
      return String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(400)))
    }
    let status = status ?? 0
    if status >> 8 & 0xFF == ProgramTask.notStarted, status & 0x7F == 0, text.hasPrefix(ProgramTask.prefix) {
      let reason = String(text.dropFirst("hookswitch-helper: ".count))
      // The refusal of a plugin has its own advice.
      if case .plugin = task { return DirectoryError(.noExtensionFound, reason) }
      return DirectoryError(.noExtensionFound, "\(reason); correct \"executable\"")
    }
    let end = status & 0x7F != 0 ? "died by signal \(status & 0x7F)" : "ended with exit code \(status >> 8 & 0xFF)"
    return DirectoryError(
      .loadingInterrupted, "the \(task.noun) \(end) before complete or cancel" + (text.isEmpty ? "" : "; it printed last: \(text)"))
  }

  // MARK: The process

  private func start() throws(DirectoryError) -> Run {
    guard let output = Pipe() else { throw .system("no pipe is left") }
    guard let errors = Pipe() else {
      output.close()
      throw .system("no pipe is left")
    }
    guard let answers = Pipe(isSocket: true) else {
      output.close()
      errors.close()
      throw .system("no pipe is left")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch task {
    case .program: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    case .plugin: posix_spawn_file_actions_adddup2(&actions, answers.reading, STDIN_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own, so that its children end with it; signals are reset, whatever this process blocks or ignores.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = task.arguments(helper: helper).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, helper, &actions, &attributes, &words, &variables)
    for end in [output.writing, errors.writing, answers.reading] { Glibc.close(end) }
    guard code == 0 else {
      for end in [output.reading, errors.reading, answers.writing] { Glibc.close(end) }
      throw DirectoryError(.noExtensionFound, "\(helper) cannot be started: \(String(cString: strerror(code)))")
    }
    for descriptor in [output.reading, errors.reading, answers.writing] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    return Run(child: child, output: output.reading, errors: errors.reading, answers: answers.writing)
  }

  /// A pipe whose ends are not inherited, and have numbers above those that a program is started with.
  private struct Pipe {
    var reading: CInt
    var writing: CInt

    /// Makes a pipe, or a pair of sockets: writing to a socket without a reader raises no SIGPIPE.
    init?(isSocket: Bool = false) {
      var ends: [CInt] = [-1, -1]
      guard (isSocket ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends)) == 0 else { return nil }
      reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 16)
      writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
      for end in ends { Glibc.close(end) }
      guard reading >= 0, writing >= 0 else {
        close()
        return nil
      }
    }

    func close() { for end in [reading, writing] where end >= 0 { Glibc.close(end) } }
  }

  /// Returns true when the child has ended; it stays unreaped, so that its process id is not reused.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno != EINTR }
    return information.si_signo == SIGCHLD
  }

  /// Has the helper end all that the program started; returns its status, nil if reaped elsewhere (a host that ignores SIGCHLD).
  private func end(_ run: Run, _ said: inout [UInt8]) -> CInt? {
    if !Self.hasEnded(run.child) { Self.awaitEnd(run.child, milliseconds: Self.outputPatience) }
    let hadEnded = Self.hasEnded(run.child)
    kill(run.child, SIGTERM)
    Self.awaitEnd(run.child, milliseconds: Self.endPatience)
    kill(-run.child, SIGKILL)
    let status = Self.reap(run.child)
    drain(run.errors, &said)
    close(run.errors)
    // A process that is already ending keeps its status.
    let wasKilled = !hadEnded && (status.map { $0 & 0x7F == SIGKILL } ?? true)
    noteEnd?(SourceEnd(status: status, wasKilled: wasKilled, output: String(decoding: said, as: UTF8.self)))
    return status
  }

  private static func reap(_ child: pid_t) -> CInt? {
    var status: CInt = 0
    while true {
      let reaped = waitpid(child, &status, 0)
      if reaped == child { return status }
      if reaped < 0, errno != EINTR { return nil }
    }
  }

  private static func awaitEnd(_ child: pid_t, milliseconds: Int) {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    while !hasEnded(child), clock.now < deadline { poll(nil, 0, 1) }
  }
}
