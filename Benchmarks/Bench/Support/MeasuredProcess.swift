import Dispatch
import FoundationEssentials
import Glibc
import Locking
import TransportLoader

/// A program that runs beside the benchmark, pinned to a processor when there are several, and ends with it.
final class MeasuredProcess {
  private let pid: pid_t
  /// Its standard input; closing it asks the program to end.
  private var input: CInt
  private var isOver = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program's path or name, and its arguments.
  ///   - processor: The processor to run on.
  ///   - folder: The working directory.
  ///   - output: The file for its output; nil discards the output.
  init(_ words: [String], on processor: Int, in folder: String = "/", output: String? = nil) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TrafficError("cannot create a pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let pinned = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 ? ["taskset", "-c", "\(processor)"] : []
    let (failure, child) = Self.start(
      ["setpriv", "--pdeathsig", "KILL", "env", "--chdir=\(folder)"] + pinned + words, input: ends[0], output: output ?? "/dev/null")
    close(ends[0])
    pid = child
    input = ends[1]
    guard failure == 0 else { throw TrafficError("cannot start \(words[0]): errno \(failure)") }
  }

  /// Starts a program on a thread that lives as long as the program; returns an error number and the process.
  ///
  /// The kernel sends the signal on the parent's death when the thread that started the program ends, and idle threads of Swift's pool end
  /// after some seconds.
  private static func start(_ words: [String], input: CInt, output: String) -> (failure: CInt, child: pid_t) {
    let outcome = Locked<(failure: CInt, child: pid_t)>((EAGAIN, 0))
    let started = DispatchSemaphore(value: 0)
    let hasThread = OSThread.start("starter", takesSignals: true) {
      let (failure, child) = spawn(words, input: input, output: output)
      outcome.withLock { $0 = (failure, child) }
      started.signal()
      guard failure == 0 else { return }
      var end = siginfo_t()
      // The end is left for `wait`.
      while waitid(P_PID, id_t(child), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }
    if hasThread { started.wait() }
    return outcome.withLock { $0 }
  }

  private static func spawn(_ words: [String], input: CInt, output: String) -> (failure: CInt, child: pid_t) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    let failure = posix_spawnp(&child, words[0], &actions, nil, arguments, environ)
    return (failure, child)
  }

  deinit {
    stop()
  }

  /// Returns true when the program is installed.
  static func isThere(_ program: String) -> Bool {
    let folders = String(cString: getenv("PATH") ?? strdup("/usr/bin")).split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// The processor time that it has used, in nanoseconds.
  var processorNanoseconds: Int64 { Stopwatch.processorNanoseconds(of: pid) }

  /// The resident memory, in bytes.
  var residentBytes: Int {
    let fields = text("statm").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// The number of times that each thread waited for something, by the threads' ids.
  private var waits: [String: Int] {
    threadIDs.reduce(into: [:]) { waits, thread in
      let lines = text("task/\(thread)/status").split(separator: "\n")
      waits[thread] = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }?.split(separator: "\t").last.flatMap { Int($0) }
    }
  }

  /// Counts how often its threads wake up; a thread that begins counts with all its waits, and one that ends with none.
  ///
  /// - Parameter seconds: The time, during which this process sleeps.
  func wakeups(within seconds: Int64) -> Int {
    let before = waits
    Stopwatch.sleep(nanoseconds: seconds * 1_000_000_000)
    return waits.reduce(0) { $0 + max(0, $1.value - before[$1.key, default: 0]) }
  }

  /// Its memory of one kind, in bytes: `Pss`, its share of the pages that it has, or `Anonymous`, the pages that no file has.
  func memory(_ kind: String) -> Int {
    let line = text("smaps_rollup").split(separator: "\n").first { $0.hasPrefix(kind + ":") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  /// The processes that its threads started and that still run.
  var children: Int { threadIDs.reduce(0) { $0 + text("task/\($1)/children").split(separator: " ").count } }

  private var threadIDs: [String] { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? [] }

  /// Sends a signal.
  func signal(_ number: CInt) {
    if !isOver { kill(pid, number) }
  }

  /// The number of open files, including sockets.
  var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }
  /// The number of threads.
  var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count) ?? 0 }

  private func text(_ name: String) -> String { (try? String(contentsOfFile: "/proc/\(pid)/\(name)", encoding: .utf8)) ?? "" }

  /// Waits for so long at most, and then stops the program.
  func wait(atMost seconds: Int) {
    let end = Stopwatch.nanoseconds + Int64(seconds) * 1_000_000_000
    while !isOver, Stopwatch.nanoseconds < end {
      var status: CInt = 0
      if waitpid(pid, &status, WNOHANG) == pid { isOver = true }
      Stopwatch.sleep(nanoseconds: 20_000_000)
    }
    stop()
  }

  /// Waits for the end, and returns the exit status or the negative signal.
  @discardableResult
  private func wait() -> Int32 {
    guard !isOver else { return 0 }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    isOver = true
    if input >= 0 { close(input) }
    input = -1
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  /// Closes the standard input, waits 3 s, and then kills the program.
  func stop() {
    guard !isOver else { return }
    if input >= 0 { close(input) }
    input = -1
    for _ in 0..<300 {
      var status: CInt = 0
      if waitpid(pid, &status, WNOHANG) == pid {
        isOver = true
        return
      }
      Stopwatch.sleep(nanoseconds: 10_000_000)
    }
    kill(pid, SIGKILL)
    wait()
  }
}
