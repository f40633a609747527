internal import CConfinement
internal import CallDirectory
internal import Dispatch
internal import Glibc
internal import TransportABI
internal import TransportLoader

/// The process of a directory's plugin: it loads the plugin, makes one request, and writes the records to its standard output.
package struct DirectoryMain: Sendable {
  private let task: PluginTask

  /// The exit codes of a process that ends by itself.
  private enum ExitCode {
    static let done: CInt = 0
    /// The plugin ended its request neither with complete nor with cancel, or broke a rule on its entries.
    static let failed: CInt = 1
  }

  /// Parses the arguments of the process; nil for those of another task.
  package init?(arguments: [String]) {
    guard let task = PluginTask(arguments: arguments) else { return nil }
    self.task = task
  }

  /// Makes the request in a child of this process that cannot outlive the host.
  package func run() -> Never {
    let rights = Int32(HOOKSWITCH_MAY_ISOLATE) | (task.network ? Int32(HOOKSWITCH_MAY_CONNECT) : 0)
    guard hookswitch_confine(task.host ?? getppid(), 3, rights) == 0 else { _exit(ExitCode.failed) }
    errno = 0
    _ = nice(PluginTask.niceness)
    _ = hookswitch_limit_address_space(PluginTask.memoryLimit)
    // The host may close its end of the pipe at any time.
    signal(SIGPIPE, SIG_IGN)
    let pipes = takePipes()
    let watch = task.trial.map { RequestWatch($0) }
    if case .some(nil) = watch { fail("the page of the conformance kit is missing") }
    run(pipes, watch ?? nil)
  }

  private func run(_ pipes: (records: CInt, answers: CInt?), _ watch: RequestWatch?) -> Never {
    let library = open(watch)
    let request = DirectoryRequest(
      isIncremental: variable(PluginTask.Variable.incremental) == "1", sorts: task.sorts, records: pipes.records,
      hasHost: pipes.answers != nil, watch: watch)
    if let answers = pipes.answers {
      let cancel = PluginCancel(function: library.entry.cancel)
      let hears = OSThread.start("hsw-answers") { Self.hear(answers, request, cancel, watch) }
      guard hears else { fail("no thread is left", watch) }
    }
    let isPending = begin(library, request, watch)
    let fault = request.wait()
    if let watch { Self.look(watch, isPending: isPending) }
    guard let fault else { end(ExitCode.done, watch) }
    fail(fault, watch)
  }

  /// The time for which the conformance kit watches the threads of a plugin after the end of its request, in milliseconds.
  private static let lastLook = 200

  /// Gives the plugin's threads time to break a rule after the end of the request, and `cancel` time to return.
  private static func look(_ watch: RequestWatch, isPending: Bool) {
    for _ in 0..<lastLook where isPending || watch.witness[.heard] == 1 { poll(nil, 0, 1) }
  }

  /// Keeps the pipes to the host from the plugin: what that prints goes to the standard error, and its standard input is empty.
  private func takePipes() -> (records: CInt, answers: CInt?) {
    let records = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    guard task.host != nil else { return (records, nil) }
    let answers = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    close(nothing)
    return (records, answers)
  }

  private func open(_ watch: RequestWatch?) -> DirectoryLibrary {
    do throws(TransportRefusal) {
      watch?.witness.set(.function, RequestWitness.Function.load.rawValue)
      let library = try DirectoryLibrary(opening: task.file)
      if let witness = watch?.witness {
        for (text, value) in [
          (.id, library.descriptor.id), (.name, library.descriptor.name), (.version, library.descriptor.version),
        ] as [(RequestWitness.Text, String)] { witness.write(text, value) }
        witness.set(.function, RequestWitness.Function.none.rawValue)
        witness.set(.opened)
      }
      return library
    } catch {
      write("\(PluginTask.prefix)\(error)\n")
      end(PluginTask.notStarted, watch)
    }
  }

  /// Calls `begin_request`, and ends the request when that refuses or forgets to.
  ///
  /// - Returns: true when the plugin goes on in another thread.
  private func begin(_ library: DirectoryLibrary, _ request: DirectoryRequest, _ watch: RequestWatch?) -> Bool {
    let context = request.context(
      directory: variable(PluginTask.Variable.directory) ?? library.descriptor.id, token: variable(PluginTask.Variable.token) ?? "")
    let settings = variable(PluginTask.Variable.settings) ?? ""
    for name in [PluginTask.Variable.settings, PluginTask.Variable.token] { unsetenv(name) }
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    watch?.witness.set(.function, RequestWitness.Function.begin.rawValue)
    let status =
      settings.withCString { library.entry.begin_request?(context, hsw_str(p: $0, n: settings.utf8.count), &why) } ?? HSW_E_NOTSUP
    if let witness = watch?.witness {
      witness.set(.function, RequestWitness.Function.none.rawValue)
      witness.set(.status, UInt64(bitPattern: Int64(status)))
      witness.set(.returned)
    }
    if status == HSW_PENDING { return true }
    let text = withUnsafeBytes(of: why.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    request.hasReturned(status, why: text)
    return false
  }

  /// Hears the host's answer to `complete`; its silence until the end of the pipe means that it has given up.
  private static func hear(_ answers: CInt, _ request: DirectoryRequest, _ cancel: PluginCancel, _ watch: RequestWatch?) {
    var byte: UInt8 = 0
    while true {
      let count = read(answers, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      if byte == PluginTask.Answer.counts { return request.isCounted() }
    }
    let mustHear = request.isGivenUp() && cancel.function != nil
    if mustHear { watch?.witness.set(.heard, 1) }
    watch?.hostHasGivenUp()
    guard mustHear else { return }
    cancel.function?()
    watch?.witness.set(.heard, 2)
  }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private func fail(_ sentence: String, _ watch: RequestWatch? = nil) -> Never {
    write("\(sentence)\n")
    end(ExitCode.failed, watch)
  }

  private func write(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }

  /// Ends the process without running the plugin's destructors, under which its threads could still run.
  private func end(_ code: CInt, _ watch: RequestWatch?) -> Never {
    fflush(nil)
    watch?.witness.set(.ended, UInt64(code) + 1)
    _exit(code)
  }
}

/// The plugin's function that hears of a cancellation.
private struct PluginCancel: Sendable {
  /// A function pointer of a library that stays loaded.
  let function: (@convention(c) @Sendable () -> Void)?

  init(function: (@convention(c) () -> Void)?) {
    // The header's tag [any] says that every thread may call it; the two types have the same layout.
    self.function = unsafeBitCast(function, to: (@convention(c) @Sendable () -> Void)?.self)
  }
}
