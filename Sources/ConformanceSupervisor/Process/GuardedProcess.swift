internal import CConformance
internal import ConformanceHarness

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One child under guard, from its start to the end of its last process.
struct GuardedProcess {
  /// The program and its arguments.
  var command: [String]
  var environment: [String]
  var folder: String
  /// The order to the child, which it reads once, from memory.
  var order: [UInt8] = []
  /// The files of the run, and the plugin's path; nil for a child that keeps to names.
  var held: (files: HeldFiles, plugin: String)?
  /// The namespaces of the child.
  var namespaces: UInt32 = 0
  /// The paths that the child needs below /tmp and /var/tmp, where it has these of its own.
  var temporary: [String] = []
  /// A file outside its folder that the child may change; nil for none.
  var shared: String?
  /// The restriction by Landlock, of a child without namespaces: 1, of signals and traces; 2, of changed files too.
  var landlock: UInt32 = 0
  /// True to end the child when it attacks the guard.
  var isTrapped = false
  /// The child's real time; nil means no limit.
  var budget: Duration?
  /// True if the child keeps the terminal, as a debugger needs.
  var keepsTerminal = false

  /// The time that a child may take to end when asked.
  private static let grace: Duration = .milliseconds(500)
  /// The time beyond the child's after which the guard counts as dead.
  private static let patience: Duration = .seconds(8)
  /// The interval, in milliseconds, at which a silent guard is checked: a guard that the plugin stopped never reports.
  private static let glance: Int64 = 500
  private static let longestOutput = 16 << 10
  private static let longestResult = 1 << 20
  private static let fileLimit: UInt32 = 1024

  /// Runs the child and waits for its end, on the calling thread.
  /// - Returns: the evidence, or nil when `interruption` came first. In both cases no process is left.
  func run(until interruption: Interruption) throws(ConformanceError) -> Evidence? {
    var result = try Pipe()
    var output = try Pipe()
    var control = try Pipe()
    var reports = try Pipe()
    let pageFile = hookswitch_shared_page()
    let orderFile = hookswitch_held_bytes(order, order.count)
    defer { for file in [pageFile, orderFile] where file >= 0 { close(file) } }
    guard pageFile >= 0, orderFile >= 0, let page = LastCallPage(file: pageFile) else {
      throw .kit("cannot share memory with the test's process")
    }

    let begin = ContinuousClock.now
    let guardian = start(
      result: result.writing, page: pageFile, order: orderFile, output: output.writing, control: control.reading, report: reports.writing)
    guard guardian > 0 else { throw .kit("cannot start a process: \(String(cString: strerror(errno)))") }
    result.closeWriting()
    output.closeWriting()
    reports.closeWriting()
    control.closeReading()

    var streams = [
      Draining(reports.reading, keeping: .beginning, limit: 4096),
      Draining(result.reading, keeping: .beginning, limit: Self.longestResult),
      Draining(output.reading, keeping: .end, limit: Self.longestOutput),
    ]
    let wasInterrupted = wait(&streams, of: guardian, from: begin, interruption)
    control.closeWriting()
    if wasInterrupted { wait(for: &streams[0]) }
    // A guard that has reported is gone; another is stopped or stuck.
    if streams[0].descriptor >= 0 { kill(guardian, SIGKILL) }
    var status: Int32 = 0
    while waitpid(guardian, &status, 0) < 0, errno == EINTR {}
    for index in streams.indices { streams[index].take() }
    if wasInterrupted { return nil }
    return Evidence(
      results: streams[1].bytes, report: GuardReport(bytes: streams[0].bytes), lastCall: page.last, kitFault: page.kitFault,
      output: String(decoding: streams[2].bytes, as: UTF8.self), duration: ContinuousClock.now - begin)
  }

  private func start(result: Int32, page: Int32, order orderFile: Int32, output: Int32, control: Int32, report: Int32) -> pid_t {
    CStrings.with(command) { arguments in
      CStrings.with(environment) { variables in
        CStrings.with([folder, held?.plugin ?? "", ChildProgram.running, shared ?? ""]) { paths in
          var order = hookswitch_guard_order()
          order.program = UnsafePointer(arguments[0])
          order.arguments = UnsafePointer(arguments)
          order.environment = UnsafePointer(variables)
          order.folder = UnsafePointer(paths[0])
          order.plugin = UnsafePointer(paths[1])
          order.command = UnsafePointer(paths[2])
          order.shared = shared == nil ? nil : UnsafePointer(paths[3])
          (order.result_fd, order.page_fd, order.output_fd) = (result, page, keepsTerminal ? -1 : output)
          (order.control_fd, order.report_fd) = (control, report)
          order.budget_ms = UInt32(clamping: budget?.milliseconds ?? 0)
          order.grace_ms = UInt32(clamping: Self.grace.milliseconds)
          order.max_files = Self.fileLimit
          order.order_fd = orderFile
          (order.program_fd, order.plugin_fd) = (held?.files.program ?? -1, namespaces == 0 ? -1 : held?.files.plugin ?? -1)
          (order.namespaces, order.is_trapped, order.landlock) = (namespaces, isTrapped ? 1 : 0, landlock)
          return CStrings.with(temporary) { needed in
            order.temporary = UnsafePointer(needed)
            return hookswitch_guard_start(&order)
          }
        }
      }
    }
  }

  /// Drains the streams until the guard has reported, is stopped or is overdue, or the run is interrupted; returns true in the last case.
  private func wait(_ streams: inout [Draining], of guardian: pid_t, from begin: ContinuousClock.Instant, _ interruption: Interruption)
    -> Bool
  {
    let end = budget.map { begin + $0 + Self.grace + Self.patience }
    while streams[0].descriptor >= 0 {
      let left = end.map { ($0 - ContinuousClock.now).milliseconds }
      if let left, left <= 0 { return false }
      var waiting = (streams.map(\.descriptor) + interruption.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(clamping: min(left ?? .max, Self.glance)))
      if ready < 0, errno != EINTR { return false }
      if ready <= 0, hookswitch_is_stopped(guardian) != 0 { return false }
      guard ready > 0 else { continue }
      if waiting.dropFirst(streams.count).contains(where: { $0.revents != 0 }) { return true }
      for index in streams.indices where waiting[index].revents != 0 { streams[index].take() }
    }
    return false
  }

  /// Waits, for a limited time, for a guard that was told to end.
  private func wait(for report: inout Draining) {
    let end = ContinuousClock.now + Self.patience
    while report.descriptor >= 0 {
      let left = (end - ContinuousClock.now).milliseconds
      guard left > 0 else { return }
      var waiting = pollfd(fd: report.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, Int32(clamping: left)) > 0 { report.take() }
    }
  }
}

/// Passes texts to C as an array of strings that ends with NULL.
enum CStrings {
  typealias Array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Runs `body` with the texts, which live until it returns.
  static func with<Result>(_ texts: [String], _ body: (Array) -> Result) -> Result {
    let strings = Array.allocate(capacity: texts.count + 1)
    strings.initialize(repeating: nil, count: texts.count + 1)
    for (index, text) in texts.enumerated() { strings[index] = strdup(text) }
    defer {
      for index in texts.indices { free(strings[index]) }
      strings.deallocate()
    }
    return body(strings)
  }
}
