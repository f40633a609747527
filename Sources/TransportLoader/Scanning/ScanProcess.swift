internal import CLinux
internal import Glibc

/// Loads a library in a process of its own and hears what it says: nothing that its code does there reaches this process.
struct ScanProcess {
  /// The helper's file.
  let helper: String
  /// The library's, absolute and without links.
  let file: String
  /// How long the library may be silent, in milliseconds.
  let patience: Int
  /// The file that was judged; nil for whichever is there.
  var identity: FileIdentity?
  /// Whether the library may be met in a PID namespace of its own.
  var mayIsolate = true

  /// How long the helper itself may take to come up, in milliseconds: a machine under load is not the library's fault.
  private static let startPatience = 10_000
  private static let outputLimit = 4096
  /// How long the helper may take to end all that the library started, in milliseconds.
  private static let endPatience = 5_000

  /// Runs it to its end; blocks until then.
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
    // Without a status somebody else has taken it, and nobody can say how the destructors went.
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

  /// Listens until the child has refused, has ended, or is late; true when it is.
  private func wait(for child: pid_t, _ hearing: inout ScanHearing) -> Bool {
    let clock = ContinuousClock()
    var deadline = clock.now + .milliseconds(Self.startPatience)
    var hasBegun = false
    var hasAnswered = false
    while !Self.hasEnded(child) {
      if case .refusal? = hearing.verdict { return false }
      // Its destructors get as much time again.
      if (!hasBegun && hearing.step != nil) || (!hasAnswered && hearing.verdict != nil) {
        hasBegun = true
        hasAnswered = hearing.verdict != nil
        deadline = clock.now + .milliseconds(patience)
      }
      guard clock.now < deadline else { return true }
      // Both pipes end with the child, unless it closed them before or others hold them: then it is asked after from time to time.
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
    // A group of its own, so that what it starts ends with it; no signal blocked or ignored that this process happens to.
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

  /// What the helper sees of the environment: what finding libraries depends on, and the settings of sanitizers.
  private static var environment: [String] {
    let names = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
    let kept = names.compactMap { name in getenv(name).map { name + "=" + String(cString: $0) } }
    // The toolchain's tracer takes longer than the deadline to tell what the signal says.
    return kept + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Whether it has ended; it is not reaped by that, so that its number stays its own.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno != EINTR }
    return information.si_signo == SIGCHLD
  }

  /// Has the helper end all that the library started, and answers its status; nil when somebody else took that (a host that ignores SIGCHLD).
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
