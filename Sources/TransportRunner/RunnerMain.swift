internal import CConfinement
internal import CLinux
internal import Glibc
internal import RunnerChannel
internal import TransportLoader

/// The process of a transport: it opens one library and runs its instances as the host says.
///
/// The main thread holds the socket and runs nothing of the plugin's. The loop's thread reads orders and runs the plugin.
package struct RunnerMain: Sendable {
  private let nonce: UInt64
  private let host: CInt
  private let flaw: RunnerFlaw?

  /// Parses the arguments of the process; nil when a host did not start it.
  ///
  /// - Parameters:
  ///   - arguments: those of the process, with its name.
  ///   - flaw: the fault that a test of the host puts in.
  package init?(arguments: [String], flaw: RunnerFlaw? = nil) {
    guard arguments.count == 4, arguments[1] == "run", let nonce = UInt64(arguments[2]), let host = CInt(arguments[3]) else { return nil }
    self.nonce = nonce
    self.host = host
    self.flaw = flaw
  }

  /// The exit codes of a process that ends by itself.
  enum ExitCode {
    /// The host is gone, or has ended this process.
    static let done: CInt = 0
    /// The host broke the protocol.
    static let confused: CInt = 70
  }

  /// The time-outs, in milliseconds.
  private enum Limit {
    /// The host's silence after which the kernel ends this process.
    static let silence: UInt32 = 15_000
    /// The time for the calls to end on the wire once the host is gone.
    static let farewell: CInt = 800
    /// The time after which the kernel ends this process then.
    static let end: UInt32 = 1000
  }

  /// Runs until the host ends this process, or is gone.
  package func run() -> Never {
    guard ProcessDescriptor.endWith(parent: host) else { _exit(ExitCode.done) }
    // The plugin's own children do not get the socket.
    _ = fcntl(RunnerProtocol.socket, F_SETFD, FD_CLOEXEC)
    let socket = RunnerSocket(descriptor: RunnerProtocol.socket)
    var hello = HelloBody()
    (hello.nonce, hello.pid) = (nonce, UInt32(getpid()))
    guard socket.send(.hello, hello) else { _exit(ExitCode.done) }
    let (order, descriptors) = awaitOpen(socket)
    do throws(ChannelMemory.Failure) {
      let memory = try ChannelMemory(descriptor: descriptors[0])
      close(descriptors[0])
      serve(socket, memory, order, own: descriptors[1], hosts: descriptors[2])
    } catch {
      refuse(socket, "its channel cannot be mapped: \(error)")
    }
  }

  private func awaitOpen(_ socket: RunnerSocket) -> (OpenBody, [CInt]) {
    while true {
      switch socket.receive() {
      case .message(let message) where message.type == .open:
        guard let order = try? message.body(OpenBody.self), order.major == RunnerProtocol.major else {
          refuse(socket, "the host speaks another version of the protocol than \(RunnerProtocol.major): install both of one build")
        }
        return (order, message.descriptors)
      case .nothing: _ = socket.wait(milliseconds: -1)
      case .message, .rubbish: _exit(ExitCode.confused)
      case .end: _exit(ExitCode.done)
      }
    }
  }

  private func refuse(_ socket: RunnerSocket, _ sentence: String) -> Never {
    var loaded = LoadedBody()
    loaded.text = FrameText(sentence)
    _ = socket.send(.loaded, loaded)
    _exit(ExitCode.done)
  }

  private func serve(_ socket: RunnerSocket, _ memory: ChannelMemory, _ order: OpenBody, own: CInt, hosts: CInt) -> Never {
    guard flaw == .setsNoLimits || hookswitch_limit(UInt64(order.memoryMegabytes) << 20, UInt64(order.files)) == 0 else {
      refuse(socket, "its process cannot be limited: \(String(cString: strerror(errno)))")
    }
    let library: HostedLibrary
    var sandbox = ""
    // Before the first thread and the library's first line of code.
    ProcessGuard.noteCrashes(of: order.library.string ?? "", output: STDERR_FILENO)
    OSThread.prepare { ProcessGuard.guardThread() }
    do throws(HostedLibrary.HostedRefusal) {
      let judged = try HostedLibrary.Judged(order)
      if flaw != .confinesLate { sandbox = enter(order.sandbox, libraries: judged.folders, socket) }
      library = try HostedLibrary(opening: judged)
      if flaw == .confinesLate { sandbox = enter(order.sandbox, libraries: judged.folders, socket) }
    } catch {
      refuse(socket, error.sentence)
    }
    guard let loop = HostedLoop(patienceMilliseconds: order.patienceMilliseconds, memory: memory, beginning: order.beginning) else {
      refuse(socket, "no thread or file descriptor is left for its event loop")
    }
    guard let ticker = MediaTicker(memory) else { refuse(socket, "no thread or file descriptor is left for its audio") }
    guard let served = MainDoor(socket) else { refuse(socket, "no file descriptor is left for its main thread") }
    let deliveries = Deliveries(socket)
    let reader = OrderReader(
      library, loop: loop, memory: memory, own: own, hosts: hosts, deliveries: deliveries, ticker: ticker,
      mostWords: flaw == .hasNoBound ? .max : WordChannel.most)
    reader.whenServing = { served.knock() }
    if flaw != .hasNoTimer { reader.whenHeard = { ProcessGuard.end(afterMilliseconds: Limit.silence) } }
    loop.watch(reader)
    var loaded = LoadedBody()
    loaded.mediaThread = UInt32(bitPattern: ticker.kernelID)
    (loaded.isLoaded, loaded.text, loaded.sandbox) = (true, library.record, FrameText(sandbox))
    guard socket.send(.loaded, loaded) else { _exit(ExitCode.done) }
    listen(socket, served, loop, reader, deliveries)
  }

  private func enter(_ sandbox: SandboxBody, libraries: [String], _ socket: RunnerSocket) -> String {
    do throws(RunnerSandbox.Refusal) {
      return try RunnerSandbox(sandbox, libraries: libraries).enter()
    } catch {
      refuse(socket, error.sentence)
    }
  }

  /// Hears the socket until its end.
  private func listen(
    _ socket: RunnerSocket, _ door: MainDoor, _ loop: HostedLoop, _ reader: OrderReader, _ deliveries: Deliveries
  ) -> Never {
    while true {
      switch socket.receive() {
      case .message(let message) where message.type == .secret:
        guard let secret = try? message.body(SecretBody.self) else { _exit(ExitCode.confused) }
        loop.run { reader.take(secret) }
      case .message(let message) where message.type == .region || message.type == .blob || message.type == .parcel:
        guard deliveries.take(message) else { _exit(ExitCode.confused) }
      case .message(let message) where message.type == .shut: leave(loop, reader)
      case .nothing:
        // Calls may exist from now on, and end on the wire only if this process outlives its host by a moment.
        guard door.wait() else { break }
        ProcessGuard.outliveParent()
        door.answer()
      case .message, .rubbish: _exit(ExitCode.confused)
      case .end: leave(loop, reader)
      }
    }
  }

  /// Ends all calls on the wire, and the process within a second, whatever the plugin does.
  private func leave(_ loop: HostedLoop, _ reader: OrderReader) -> Never {
    let done = eventfd(0, hookswitch_eventfd_flags)
    loop.run {
      ProcessGuard.end(afterMilliseconds: Limit.end)
      reader.closeAll {
        var one: UInt64 = 1
        _ = write(done, &one, 8)
      }
    }
    var wanted = pollfd(fd: done, events: Int16(POLLIN), revents: 0)
    _ = poll(&wanted, 1, Limit.farewell)
    // The children of the plugin are in this process's group, and nobody else ends them when the host is gone.
    if getpgrp() == getpid() { _ = kill(0, SIGKILL) }
    _exit(ExitCode.done)
  }
}
