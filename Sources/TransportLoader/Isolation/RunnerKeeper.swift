internal import CConfinement
internal import CLinux
internal import Glibc
internal import Locking
internal import RunnerChannel

/// The thread that starts the processes of transports, reads what they print, and takes their ends.
///
/// It never ends: the kernel kills a runner with the thread that started it.
final class RunnerKeeper: Sendable {
  static let shared = RunnerKeeper()

  /// The reason why there is no process.
  struct Failure: Error, Hashable, Sendable {
    var sentence: String
  }

  /// A runner to start.
  struct Request: Sendable {
    var helper: String
    var arguments: [String]
    /// The runner's end of the socket, which the keeper passes on and closes.
    var socket: CInt
    var wake: EventDescriptor
    /// The names of further variables of the environment that it gets.
    var variables: [String] = []
    /// The limits that control groups impose on it; nil for none.
    var limits: RunnerLimits?
  }

  private struct Ward: Sendable {
    var process: RunnerProcess
    var output: CInt
    var group: RunnerGroup?
  }

  private struct Waiting: Sendable {
    var request: Request
    var done: EventDescriptor
    var result: Locked<Result<RunnerProcess, Failure>?>
  }

  private let queue = Locked<[Waiting]>([])
  private let wake: EventDescriptor?
  /// The processes with control groups, until those are removed.
  private let grouped = Locked<[RunnerProcess]>([])
  /// The time for which the program's end waits for the removal of groups, in nanoseconds; the command has 2 s for its end.
  private static let farewell: UInt64 = 1_800_000_000
  /// The time in which a process must have been told to end, in nanoseconds.
  private static let notice: UInt64 = 300_000_000

  private init() {
    wake = EventDescriptor()
    atexit { RunnerKeeper.shared.awaitGroups() }
    if wake != nil, !OSThread.start("runner-keeper", { [self] in keep() }) { queue.withLock { $0 = [] } }
  }

  /// Starts a runner, and waits for the system to have made its process.
  func start(_ request: Request) throws(Failure) -> RunnerProcess {
    guard let wake, let done = EventDescriptor() else {
      close(request.socket)
      throw Failure(sentence: "no file descriptors are left; raise the limit of open files (ulimit -n)")
    }
    let result = Locked<Result<RunnerProcess, Failure>?>(nil)
    queue.withLock { $0.append(Waiting(request: request, done: done, result: result)) }
    wake.signal()
    done.wait(milliseconds: -1)
    guard let outcome = result.withLock({ $0 }) else { throw Failure(sentence: "the system gives no process") }
    return try outcome.get()
  }

  /// Has the thread look at the deadlines of its processes.
  func look() { wake?.signal() }

  /// Waits at the program's end for the processes that are about to end, so that it leaves no control group behind.
  private func awaitGroups() {
    let begin = LoopClock.awake()
    while true {
      let left = grouped.withLock { $0 }
      let passed = LoopClock.awake() - begin
      // A process without a last time may get it at this moment; later it is one that a program leaves to itself.
      guard !left.isEmpty, passed < Self.farewell, passed < Self.notice || left.contains(where: { $0.lastTime != nil }) else { return }
      // They have been told to end, and had the time for it.
      if passed > Self.farewell / 2 { for process in left where process.lastTime != nil { process.kill() } }
      usleep(2000)
    }
  }

  /// Kills everything in the group of a process that has ended and is not reaped.
  static func endGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }

  // MARK: the thread

  private func keep() {
    var wards: [Ward] = []
    var ended: [Ward] = []
    while true {
      var wanted = [pollfd(fd: wake?.number ?? -1, events: Int16(POLLIN), revents: 0)]
      for ward in wards {
        wanted.append(pollfd(fd: ward.process.descriptor, events: Int16(POLLIN), revents: 0))
        wanted.append(pollfd(fd: ward.output, events: Int16(POLLIN), revents: 0))
      }
      let found = poll(&wanted, nfds_t(wanted.count), ended.isEmpty ? Self.patience(wards) : 10)
      for ward in wards { if let last = ward.process.lastTime, last <= LoopClock.awake() { ward.process.kill() } }
      ended.removeAll { removesGroup($0) }
      guard found > 0 else { continue }
      for (index, ward) in wards.enumerated() {
        if wanted[2 * index + 2].revents != 0 { wards[index].output = Self.read(ward) }
        if wanted[2 * index + 1].revents != 0 { end(&wards[index]) }
      }
      for ward in wards where ward.process.end != nil && !removesGroup(ward) { ended.append(ward) }
      wards.removeAll { $0.process.end != nil }
      if wanted[0].revents != 0 {
        wake?.drain()
        for waiting in queue.withLock({ queue in
          defer { queue = [] }
          return queue
        }) {
          let result = Self.spawn(waiting.request)
          if case .success(let ward) = result {
            wards.append(ward)
            if ward.group != nil { grouped.withLock { $0.append(ward.process) } }
          }
          waiting.result.withLock { $0 = result.map(\.process) }
          waiting.done.signal()
        }
      }
    }
  }

  /// The time until the first deadline, for poll.
  private static func patience(_ wards: [Ward]) -> CInt {
    guard let first = wards.compactMap(\.process.lastTime).min() else { return -1 }
    let now = LoopClock.awake()
    // A process that was killed at its deadline ends at once; a look each 10 ms costs nothing until then.
    return first <= now ? 10 : CInt(clamping: (first - now) / 1_000_000 + 1)
  }

  /// Removes the groups of a process that has ended; false while something in them has not ended yet.
  private func removesGroup(_ ward: Ward) -> Bool {
    guard ward.group?.remove() != false else { return false }
    let process = ward.process
    grouped.withLock { $0.removeAll { $0 === process } }
    return true
  }

  private func end(_ ward: inout Ward) {
    // Its last words first: they may give the reason.
    while ward.output >= 0, Self.hasMore(ward.output) { ward.output = Self.read(ward) }
    if ward.output >= 0 { close(ward.output) }
    ward.output = -1
    ward.process.reap()
  }

  private static func hasMore(_ output: CInt) -> Bool {
    var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLIN) != 0
  }

  /// Reads once from the output; returns its descriptor, -1 at the end.
  private static func read(_ ward: Ward) -> CInt {
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = max(0, Glibc.read(ward.output, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty else {
      close(ward.output)
      return -1
    }
    ward.process.print(bytes, at: LoopClock.awake())
    return ward.output
  }

  private static func spawn(_ request: Request) -> Result<Ward, Failure> {
    defer { close(request.socket) }
    guard let output = PipeEnds() else { return .failure(Failure(sentence: "no file descriptors are left")) }
    defer { close(output.writing) }
    var child: pid_t = 0
    let code = launch(request, output: output.writing, &child)
    guard code == 0, let process = ProcessDescriptor(child: child) else {
      close(output.reading)
      let reason = String(cString: strerror(code == 0 ? errno : code))
      return .failure(Failure(sentence: "the system gives no process for \(request.helper): \(reason)"))
    }
    // It waits for its orders now, and has one thread.
    let group = request.limits.map { RunnerGroup($0, process: child) }
    let runner = RunnerProcess(pid: child, process: process, wake: request.wake, limitGaps: group?.gaps ?? [])
    return .success(Ward(process: runner, output: output.reading, group: group))
  }

  private static func launch(_ request: Request, output: CInt, _ child: inout pid_t) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, request.socket, RunnerProtocol.socket)
    _ = hookswitch_close_from(&actions, RunnerProtocol.socket + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | hookswitch_spawn_setsid)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    var words: [UnsafeMutablePointer<CChar>?] = ([request.helper] + request.arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment(and: request.variables).map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    return posix_spawn(&child, request.helper, &actions, &attributes, &words, &variables)
  }

  /// The runner's environment: the variables for libraries, languages and time, and the settings of sanitizers; no secret.
  private static func environment(and others: [String]) -> [String] {
    let names = [
      "PATH", "LD_LIBRARY_PATH", "LANG", "TZ", "HOME", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
      "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME",
    ]
    func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let kept = (names + others).compactMap { name in value(of: name).map { name + "=" + $0 } }
    // The search for leaks traces the process from another one, which the sandbox refuses.
    let options = [value(of: "ASAN_OPTIONS"), hookswitch_has_sanitizer() != 0 ? "detect_leaks=0" : nil].compactMap { $0 }
    return kept + (options.isEmpty ? [] : ["ASAN_OPTIONS=" + options.joined(separator: ":")]) + ["SWIFT_BACKTRACE=enable=no"]
  }
}
