internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The shell around `WatchState`: `hookswitch watch` on a terminal.
///
/// It reads keys and news, draws, and sends requests.
final class WatchSession {
  /// The shortest time between two drawings: 10 a second.
  static let frame: Int64 = 100
  /// The time between two drawings when nothing happens, for the timers of calls, and between two tries to connect.
  static let second: Int64 = 1_000
  /// The largest number of inputs that wait; then the client reads no further.
  private static let backlog = 4_096

  private let arguments: Arguments
  private let terminal: WatchTerminal
  private let inbox = Locked<[WatchInput]>([])
  private let arrived: EventDescriptor
  private var signals: [Int32] = [-1, -1]
  private var client: SocketClient?
  private var state = WatchState()
  private var keys = WatchKeys()

  /// - Throws: an error when the system has no descriptors left.
  init(_ arguments: Arguments, _ terminal: WatchTerminal) throws(CommandError) {
    (self.arguments, self.terminal) = (arguments, terminal)
    guard let arrived = EventDescriptor(), pipe(&signals) == 0 else {
      throw .failed("watch: cannot make a pipe: raise the limit of open files")
    }
    self.arrived = arrived
    for end in signals { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    SignalPipe.hand([SIGINT, SIGTERM, SIGHUP, SIGWINCH], to: signals[1], isOnce: false)
  }

  /// Runs until the user quits or a signal ends it.
  ///
  /// - Throws: the error of the first connection; later ones wait for the daemon.
  func run() throws(CommandError) -> ExitCode {
    try connect()
    var (drawn, tried) = (Int64.min, Self.now)
    var isStale = true
    resize()
    while true {
      let news = inbox.withLock { inbox in
        defer { inbox = [] }
        return inbox
      }
      for input in news { take(input) }
      guard let typed = terminal.typed() else { return .success }
      for key in keys.take(typed) { take(.key(key)) }
      isStale = isStale || !news.isEmpty || !typed.isEmpty
      for signal in pendingSignals() {
        if signal != SIGWINCH { return .interrupted }
        resize()
        isStale = true
      }
      if state.hasQuit { return .success }
      let now = Self.now
      if !state.isConnected, now - tried >= Self.second {
        tried = now
        isStale = true
        do throws(CommandError) { try connect() } catch { if error.exitCode != .nothingDone { take(.lost(error.sentence)) } }
      }
      let next = drawn == .min ? now : drawn + (isStale ? Self.frame : Self.second)
      if now >= next {
        take(.time(Self.wallTime))
        terminal.draw(WatchScreen(state).rows)
        (drawn, isStale) = (now, false)
      }
      wait(until: drawn + (isStale ? Self.frame : Self.second))
    }
  }

  private func take(_ input: WatchInput) {
    for request in state.receive(input) {
      client?.send(request.method.rawValue, request.parameters, deadline: SocketClient.patience) { [inbox, arrived] result in
        var failure: String?
        if case .failure(let error) = result { failure = "\(error)" }
        inbox.withLock { $0.append(.answered(request.word, failure)) }
        arrived.signal()
      }
    }
  }

  private func connect() throws(CommandError) {
    let tell: @Sendable (WatchInput) -> Void = { [inbox, arrived] input in
      // A terminal that does not take the screen must not make this process grow.
      while inbox.withLock({ $0.count >= Self.backlog }) { poll(nil, 0, 5) }
      inbox.withLock { $0.append(input) }
      arrived.signal()
    }
    let connection = try DaemonClient(
      arguments, verb: WatchVerb.syntax.name, notified: { tell(.news($0)) }, ended: { tell(.lost("\($0)")) })
    // The daemon's answer comes before the first event of the subscription.
    let subscription = try connection.call(.eventsSubscribe, WatchVerb.parameters(arguments, since: state.cursor))
    client = connection.client
    take(.subscribed(subscription))
  }

  private func resize() {
    let size = terminal.size
    take(.resized(columns: size.columns, rows: size.rows))
  }

  private func pendingSignals() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(signals[0], &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map { Int32($0) }
  }

  private func wait(until time: Int64) {
    var waited = [STDIN_FILENO, arrived.number, signals[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&waited, nfds_t(waited.count), CInt(clamping: max(0, time - Self.now)))
    if waited[1].revents != 0 { arrived.drain() }
  }

  /// Milliseconds of the monotonic clock.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static var wallTime: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
