internal import CLinux
internal import Glibc

/// Loads a library in a separate process and reads its answer; the library's code cannot affect this process.
struct ScanProcess {
  /// The helper's file.
  let helper: String
  /// The library's path, absolute and without links.
  let file: String
  /// The time-out for the library's answer, in milliseconds.
  let patience: Int
  /// The identity of the judged file; nil for any file at the path.
  var identity: FileIdentity?
  /// True when the library may be loaded in a separate PID namespace.
  var mayIsolate = true

  /// The time-out for the helper's own start, in milliseconds: a loaded machine is not the library's fault.
  private static let startPatience = 10_000
  private static let outputLimit = 4096
  /// The time-out for the helper to end all processes that the library started, in milliseconds.
  private static let endPatience = 5_000

  /// Runs the scan; blocks until its end.
  func run() -> ScanOutcome {
    let task = ScanTask(file: file, identity: identity, parent: getpid(), nonce: Self.nonce(), mayIsolate: mayIsolate)
    guard let answer = PipeEnds(), let output = PipeEnds() else { return .unavailable("no file descriptors are left") }
    var hearing = ScanHearing(
      nonce: task.nonce, answer: ScanOutput(answer.reading, limit: ScanMessage.maximumSize, keepsEnd: false),
      output: ScanOutput(output.reading, limit: Self.outputLimit, keepsEnd: true))
    let started = start(task.arguments(program: helper), answer: answer.writing, output: output.writing)
    close(answer.writing)
    close(output.writing)
    switch started {
    case .failure(let error): return .unavailable("\(helper) cannot be started: \(String(cString: strerror(error.code)))")
    case .success(let child):
      let isLate = wait(for: child, &hearing)
      let status = Self.end(child)
      hearing.listen(milliseconds: 0)
      return outcome(hearing, status: status, isLate: isLate)
    }
  }

  private func outcome(_ hearing: borrowing ScanHearing, status: CInt?, isLate: Bool) -> ScanOutcome {
    switch hearing.verdict {
    // Without a status another part of the program has reaped the process, and the destructors' result is unknown.
    case .record(let record)? where !isLate && (status == nil || status == ScanTask.finishedCode << 8): return .record(record)
    case .refusal(let refusal)?: return .refusal(refusal)
    case .record?, .step?, nil: break
    }
    guard let step = hearing.step else {
      let said = hearing.output.text
      return .unavailable("\(helper) does not work" + (said.isEmpty ? "" : ": \(said)"))
    }
    var death = ScanDeath(step: step, output: hearing.output.text)
    death.saidRubbish = hearing.heardRubbish
    if isLate {
      death.silence = patience
    } else if let status {
      let signal = status & 0x7F
      if signal != 0 { death.signal = signal } else { death.exitCode = status >> 8 & 0xFF }
    }
    return .death(death)
  }

  /// Reads messages until the child has refused, has ended, or is late; true when it is late.
  private func wait(for child: pid_t, _ hearing: inout ScanHearing) -> Bool {
    let clock = ContinuousClock()
    var deadline = ScanDeadline(from: clock.now, milliseconds: Self.startPatience)
    var hasBegun = false
    var hasAnswered = false
    while !Self.hasEnded(child) {
      if case .refusal? = hearing.verdict { return false }
      // The destructors get the same time again.
      if (!hasBegun && hearing.step != nil) || (!hasAnswered && hearing.verdict != nil) {
        hasBegun = true
        hasAnswered = hearing.verdict != nil
        deadline = ScanDeadline(from: clock.now, milliseconds: patience)
      }
      if deadline.hasPassed(at: clock.now, delay: { ScanDeadline.processorDelay(ofGroup: child) }) { return true }
      // The pipes usually close with the child; if they closed earlier or other processes hold them, the loop polls the child.
      hearing.listen(milliseconds: hearing.isOver ? 1 : 20)
    }
    return false
  }

  // MARK: the process

  private struct StartError: Error {
    var code: CInt
  }

  private func start(_ arguments: [String], answer: CInt, output: CInt) -> Result<pid_t, StartError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, answer, ScanTask.resultDescriptor)

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

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, helper, &actions, &attributes, &words, &variables)
    return code == 0 ? .success(child) : .failure(StartError(code: code))
  }

  /// The helper's environment: the variables for finding libraries, and the settings of sanitizers.
  private static var environment: [String] {
    let names = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
    let kept = names.compactMap { name in getenv(name).map { name + "=" + String(cString: $0) } }
    // Swift's backtracer takes longer than the time-out, only to report what the signal says already.
    return kept + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Returns true when the child has ended; it stays unreaped, so that its process id is not reused.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno != EINTR }
    return information.si_signo == SIGCHLD
  }

  /// Has the helper end all that the library started; returns its status, nil if reaped elsewhere (a host that ignores SIGCHLD).
  private static func end(_ child: pid_t) -> CInt? {
    kill(child, SIGTERM)
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(endPatience)
    while !hasEnded(child), clock.now < deadline { poll(nil, 0, 1) }
    kill(-child, SIGKILL)
    var status: CInt = 0
    while true {
      let reaped = waitpid(child, &status, 0)
      if reaped == child { return status }
      if reaped < 0, errno != EINTR { return nil }
    }
  }

  private static func nonce() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36)
  }
}

/// The outcome of a scan.
enum ScanOutcome: Equatable, Sendable {
  /// The library's code answered.
  case record(ScanRecord)
  /// It cannot be loaded, or refused, or broke the contract; scanned again next time, since the reason may pass.
  case refusal(TransportRefusal)
  /// The process crashed, exited without an answer, or timed out, because of the library.
  case death(ScanDeath)
  /// There was no scan, for a reason that is not the library's.
  case unavailable(String)
}

/// A new pipe whose ends are not inherited and have numbers above those that a program is started with.
struct PipeEnds {
  var reading: CInt
  var writing: CInt

  /// Makes a pipe; nil when no descriptors are left.
  init?() {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 16)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
    for end in ends { close(end) }
    guard reading >= 0, writing >= 0 else {
      for end in [reading, writing] where end >= 0 { close(end) }
      return nil
    }
  }
}
