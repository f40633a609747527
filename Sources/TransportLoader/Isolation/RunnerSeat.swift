internal import Glibc
internal import Locking
internal import RunnerChannel
internal import TransportABI

/// The place of the runner of one shared object: made when its first instance is created, and made anew after its end.
final class RunnerSeat: InstanceSeat {
  /// The facts about a runner that its host knows before it starts.
  struct Plan: Sendable {
    /// The helper program.
    var helper: String
    /// The library, and its identity when it was judged.
    var library: String
    var identity: FileIdentity
    /// The descriptor of its code when it was scanned.
    var descriptor: TransportDescriptor
    /// The runner's name for people.
    var name = ""
    var profile = RunnerProfile()
    var sandbox = SandboxPlan()
    /// The folder for the reports of its losses; nil for none.
    var crashes: CrashFolder?
    /// The first time of a clock that the conformance kit sets; 0 for the system's clock.
    var beginning: UInt64 = 0
  }

  /// The present runner.
  ///
  /// Its instances keep it: when the last of them has heard of its end, its descriptors and its memory go.
  private struct Current {
    weak var link: RunnerLink?
    /// The fate of that runner, or of the last one.
    var fate: RunnerFate?
    /// The descriptors that its library has.
    var record: ScanRecord?
    /// The number of runners that were started after a loss.
    var restarts = 0
    /// The layers of its sandbox, in words.
    var sandbox: String?
    /// The paths that the settings of its providers name.
    var expected = SettingPaths()
    /// The paths of settings that its sandbox allows.
    var allowed = SettingPaths()
  }

  let plan: Plan
  private let current = Locked(Current())

  init(_ plan: Plan) { self.plan = plan }

  /// The number of the runner's process; nil when there is none.
  var pid: Int32? { link.flatMap { $0.isUp ? $0.process.pid : nil } }

  /// Kills the runner's process; false when there is none.
  func kill() -> Bool {
    guard let link, link.isUp else { return false }
    link.process.kill()
    return true
  }

  /// The present connection; nil when there is none.
  var link: RunnerLink? { current.withLock { $0.link } }

  /// The number of runners that were started after a loss.
  var restarts: Int { current.withLock { $0.restarts } }

  /// The layers of the sandbox of the present or the last runner, in words; nil before the first.
  var sandbox: String? { current.withLock { $0.sandbox } }

  /// Has the sandbox of the next runner allow the paths that settings name.
  func expect(_ configuration: String) {
    let paths = SettingPaths(in: configuration, schema: plan.sandbox.schema)
    current.withLock { $0.expected.add(paths) }
  }

  /// The reason why the sandbox of the present runner does not let an instance have these settings; nil when it does.
  func trouble(with configuration: String) -> String? {
    guard plan.sandbox.mode != .off else { return nil }
    let paths = SettingPaths(in: configuration, schema: plan.sandbox.schema)
    guard let path = current.withLock({ $0.allowed.lack(of: paths) }) else { return nil }
    return "its process runs already, in a sandbox without \(path): start anew, or name the path in isolation.needs"
  }

  /// Creates an instance in the runner, in the place of the entry's `create`. [loop]
  func create(
    for owner: TransportInstance, _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status {
    let settings = BorrowedText.read(configuration) ?? ""
    do throws(RunnerKeeper.Failure) {
      expect(settings)
      let link = try link(on: owner.loop, patience: owner.settings.patienceMilliseconds, for: owner)
      // The runner was made for another transport of the library, perhaps.
      guard current.withLock({ $0.record })?.contains(owner.transport.descriptor) == true else {
        link.endIfUnused()
        throw RunnerStart.otherTransport(plan.library)
      }
      if let trouble = trouble(with: settings) {
        WhyText.write(trouble, to: why)
        return HSW_E_INVAL
      }
      guard let proxy = link.add(owner, host) else {
        throw RunnerKeeper.Failure(sentence: "the process has as many instances as it can have")
      }
      return proxy.create(BorrowedText.read(id) ?? "", settings, out, why)
    } catch {
      // The transport itself has refused nothing.
      owner.lose(.noProcess(error.sentence))
      WhyText.write(error.sentence, to: why)
      return HSW_E_FAIL
    }
  }

  private func link(
    on loop: EventLoop, patience: UInt32, for owner: TransportInstance
  ) throws(RunnerKeeper.Failure) -> RunnerLink {
    if let link, link.isUp, link.loop === loop { return link }
    let paths = current.withLock { $0.expected }
    let (link, record, sandbox) = try RunnerStart(plan: plan, patience: patience, paths: paths).run(on: loop)
    current.withLock { current in
      if current.fate?.wasLost == true { current.restarts += 1 }
      (current.link, current.fate, current.record) = (link, link.fate, record)
      (current.sandbox, current.allowed) = (sandbox, paths)
    }
    link.whenAppliesPaths = { [weak self] in self?.trouble(with: $0) }
    if plan.sandbox.mode != .off { for gap in SandboxKernel.current.gaps { owner.warn("sandbox", gap) } }
    return link
  }
}

/// The start of a runner: process, handshake, library.
struct RunnerStart {
  let plan: RunnerSeat.Plan
  /// The time-out of a plugin function in the runner, in milliseconds.
  let patience: UInt32
  /// The paths that the settings of its instances name.
  let paths: SettingPaths

  /// The time-out for the whole start, in milliseconds.
  private static let limit: UInt64 = 15_000

  /// Starts a runner that has opened its library. [loop]
  func run(on loop: EventLoop) throws(RunnerKeeper.Failure) -> (RunnerLink, ScanRecord, sandbox: String) {
    let deadline = LoopClock.now() + Self.limit * 1_000_000
    guard let pair = RunnerSocket.pair(), let wake = EventDescriptor(), let runnerWake = EventDescriptor() else {
      throw RunnerKeeper.Failure(sentence: "no file descriptors are left; raise the limit of open files (ulimit -n)")
    }
    let channel: (memory: ChannelMemory, descriptor: CInt)
    do {
      channel = try ChannelMemory.make()
    } catch {
      close(pair.runner)
      throw RunnerKeeper.Failure(sentence: "there is no memory for its channel: \(error)")
    }
    defer { close(channel.descriptor) }
    let (process, nonce) = try Self.spawn(plan.helper, pair.runner, wake, variables: plan.sandbox.variables)
    do throws(RunnerKeeper.Failure) {
      try Self.greet(pair.host, helper: plan.helper, nonce, deadline)
      guard pair.host.send(.open, order, descriptors: [channel.descriptor, runnerWake.number, wake.number]) else {
        throw RunnerKeeper.Failure(sentence: "its process does not take its orders")
      }
      let (record, loaded) = try takeLoaded(pair.host, deadline)
      let care = RunnerCare(
        library: plan.library, patienceMilliseconds: order.patienceMilliseconds,
        memoryLimit: UInt64(plan.profile.limits.memoryMegabytes) << 20, crashes: plan.crashes)
      let link = RunnerLink(
        on: loop, process: process, socket: pair.host, memory: channel.memory, wake: wake, runnerWake: runnerWake, care: care)
      link.audioMemory.setThread(Int32(bitPattern: loaded.mediaThread), of: process.pid)
      return (link, record, TerminalText.line(loaded.sandbox.string ?? ""))
    } catch {
      throw Self.failure(error, of: process)
    }
  }

  private var order: OpenBody {
    var order = OpenBody()
    (order.device, order.inode, order.size) = (plan.identity.device, plan.identity.inode, plan.identity.size)
    order.modified = UInt64(bitPattern: plan.identity.modified)
    order.patienceMilliseconds = patience
    (order.memoryMegabytes, order.files) = (plan.profile.limits.memoryMegabytes, plan.profile.limits.files)
    order.beginning = plan.beginning
    order.library = FrameText(plan.library)
    order.sandbox = plan.sandbox.order(paths)
    return order
  }

  /// Starts the helper as a runner; `socket` is its end, which this closes.
  static func spawn(
    _ helper: String, _ socket: CInt, _ wake: EventDescriptor, variables: [String] = []
  ) throws(RunnerKeeper.Failure) -> (process: RunnerProcess, nonce: UInt64) {
    var generator = SystemRandomNumberGenerator()
    let nonce: UInt64 = generator.next()
    // Above the numbers that the child's own descriptors get, so that none is lost while they are put in place.
    let high = fcntl(socket, F_DUPFD_CLOEXEC, 16)
    close(socket)
    let process = try RunnerKeeper.shared.start(
      .init(helper: helper, arguments: ["run", "\(nonce)", "\(getpid())"], socket: high, wake: wake, variables: variables))
    return (process, nonce)
  }

  /// Waits for the first words of a runner.
  static func greet(
    _ socket: RunnerSocket, helper: String, _ nonce: UInt64, _ deadline: UInt64
  ) throws(RunnerKeeper.Failure) {
    let hello = try body(of: .hello, HelloBody.self, socket, deadline)
    guard hello.magic == RunnerProtocol.magic, hello.major == RunnerProtocol.major else {
      throw RunnerKeeper.Failure(
        sentence: "\(helper) speaks version \(hello.major) of the protocol and not \(RunnerProtocol.major): install both of one build")
    }
    guard hello.nonce == nonce else { throw RunnerKeeper.Failure(sentence: "\(helper) does not say what it was told to say") }
  }

  private func takeLoaded(_ socket: RunnerSocket, _ deadline: UInt64) throws(RunnerKeeper.Failure) -> (ScanRecord, LoadedBody) {
    let loaded = try Self.body(of: .loaded, LoadedBody.self, socket, deadline)
    guard loaded.isLoaded else { throw RunnerKeeper.Failure(sentence: loaded.text.string ?? "it cannot be opened") }
    guard let record = HostedLibrary.record(loaded.text), record.contains(plan.descriptor) else { throw Self.otherTransport(plan.library) }
    return (record, loaded)
  }

  private static func body<Body: FrameBody>(
    of type: SocketType, _: Body.Type, _ socket: RunnerSocket, _ deadline: UInt64
  ) throws(RunnerKeeper.Failure) -> Body {
    while true {
      switch socket.receive() {
      case .message(let message) where message.type == type:
        do {
          return try message.body(Body.self)
        } catch {
          throw RunnerKeeper.Failure(sentence: "its process broke the protocol: \(error)")
        }
      case .message(let message):
        for descriptor in message.descriptors { close(descriptor) }
        throw RunnerKeeper.Failure(sentence: "its process broke the protocol: a message out of order")
      case .rubbish(let sentence): throw RunnerKeeper.Failure(sentence: "its process broke the protocol: \(sentence)")
      case .end: throw RunnerKeeper.Failure(sentence: "")
      case .nothing:
        let now = LoopClock.now()
        guard now < deadline, socket.wait(milliseconds: CInt((deadline - now) / 1_000_000 + 1)) else {
          throw RunnerKeeper.Failure(sentence: "its process did not open it in time")
        }
      }
    }
  }

  /// The failure of a library whose code has another descriptor than in its scan.
  static func otherTransport(_ library: String) -> RunnerKeeper.Failure {
    RunnerKeeper.Failure(sentence: "\(library) is another transport than when it was scanned; scan for it again")
  }

  /// The failure of a start, after which the process is gone; its end and last words tell more than a closed socket.
  static func failure(
    _ error: RunnerKeeper.Failure, of process: RunnerProcess, while step: String = "opening the library"
  ) -> RunnerKeeper.Failure {
    func awaitEnd(milliseconds: UInt64) {
      let limit = LoopClock.now() + milliseconds * 1_000_000
      while process.end == nil, LoopClock.now() < limit { process.awaitChange(milliseconds: 10) }
    }
    // A process that has closed its socket may be about to end by itself, and a kill would hide the reason.
    if error.sentence.isEmpty { awaitEnd(milliseconds: 1000) }
    process.kill()
    guard error.sentence.isEmpty else { return error }
    awaitEnd(milliseconds: 2000)
    let death = RunnerDeath(RunnerDeath.Cause(process.end ?? .unknown), in: step, place: process.crash?.place)
    let words = process.takeOutput().lines.suffix(3).joined(separator: "; ")
    return RunnerKeeper.Failure(sentence: words.isEmpty ? "\(death)" : "\(death): \(words)")
  }
}
