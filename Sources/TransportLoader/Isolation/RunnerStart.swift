internal import Glibc
internal import RunnerChannel
internal import TransportABI

/// A runner that has opened its library, before it has an instance.
struct OpenedRunner: Sendable {
  let process: RunnerProcess
  let socket: RunnerSocket
  let memory: ChannelMemory
  let wake: EventDescriptor
  let runnerWake: EventDescriptor
  /// The plan that it was started by, and the time-out of a plugin function in milliseconds.
  let plan: RunnerSeat.Plan
  let patience: UInt32
  /// The kernel's id of its media thread.
  let mediaThread: Int32
  /// The descriptors of its library.
  let record: ScanRecord
  /// The layers of its sandbox, in words.
  let sandbox: String

  /// Makes the host's connection to it. [loop]
  func connect(on loop: EventLoop) -> RunnerLink {
    var care = RunnerCare(
      library: plan.library, patienceMilliseconds: patience, memoryLimit: UInt64(plan.profile.limits.memoryMegabytes) << 20,
      crashes: plan.crashes)
    care.flaw = plan.flaw
    let link = RunnerLink(on: loop, process: process, socket: socket, memory: memory, wake: wake, runnerWake: runnerWake, care: care)
    link.audioMemory.setThread(mediaThread, of: process.pid)
    return link
  }

  /// Kills it.
  func dismiss() { process.kill() }
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

  /// Starts a runner that has opened its library.
  ///
  /// Blocks; any thread.
  func open() throws(RunnerKeeper.Failure) -> OpenedRunner {
    let deadline = LoopClock.awake() + Self.limit * 1_000_000
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
    let limits = plan.profile.limits
    let (process, nonce) = try Self.spawn(
      plan.helper, pair.runner, wake, variables: plan.sandbox.variables, limits: limits.needGroups ? limits : nil)
    do throws(RunnerKeeper.Failure) {
      if plan.sandbox.mode == .require, let gap = process.limitGaps.first { throw RunnerKeeper.Failure(sentence: gap) }
      try Self.greet(pair.host, helper: plan.helper, nonce, deadline)
      guard pair.host.send(.open, order, descriptors: [channel.descriptor, runnerWake.number, wake.number]) else {
        throw RunnerKeeper.Failure(sentence: "its process does not take its orders")
      }
      let (record, loaded) = try takeLoaded(pair.host, deadline)
      return OpenedRunner(
        process: process, socket: pair.host, memory: channel.memory, wake: wake, runnerWake: runnerWake, plan: plan,
        patience: patience, mediaThread: Int32(bitPattern: loaded.mediaThread), record: record,
        sandbox: TerminalText.line(loaded.sandbox.string ?? ""))
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
  ///
  /// - Parameter limits: the limits that control groups impose; nil for none.
  static func spawn(
    _ helper: String, _ socket: CInt, _ wake: EventDescriptor, variables: [String] = [], limits: RunnerLimits? = nil
  ) throws(RunnerKeeper.Failure) -> (process: RunnerProcess, nonce: UInt64) {
    var generator = SystemRandomNumberGenerator()
    let nonce: UInt64 = generator.next()
    // Above the numbers that the child's own descriptors get, so that none is lost while they are put in place.
    let high = fcntl(socket, F_DUPFD_CLOEXEC, 16)
    close(socket)
    let process = try RunnerKeeper.shared.start(
      .init(
        helper: helper, arguments: ["run", "\(nonce)", "\(getpid())"], socket: high, wake: wake, variables: variables, limits: limits))
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
        let now = LoopClock.awake()
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
      let limit = LoopClock.awake() + milliseconds * 1_000_000
      while process.end == nil, LoopClock.awake() < limit { process.awaitChange(milliseconds: 10) }
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
