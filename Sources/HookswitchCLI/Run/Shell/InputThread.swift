#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads command lines from standard input and receives the signals that end the command, on a thread of its own, since reading blocks.
///
/// A process has one, which lives as long as the process.
enum InputThread {
  /// The maximum length of a command line in bytes; longer ones are cut.
  static let maximumLine = 64 * 1024

  /// Starts the thread, which calls `deliver`.
  ///
  /// - Parameter readsLines: true to read standard input; signals are always received.
  static func start(readsLines: Bool, _ deliver: @escaping @Sendable (RunInput) -> Void) throws(CommandError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed("run: cannot create a pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The signal handler must not block, however many signals come.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    SignalPipe.hand(StopSignal.allCases.map(\.rawValue), to: ends[1], isOnce: false)

    let job = Unmanaged.passRetained(Job(signals: ends[0], readsLines: readsLines, deliver: deliver))
    var thread = pthread_t()
    guard pthread_create(&thread, nil, runJob, job.toOpaque()) == 0 else {
      job.release()
      throw .failed("run: cannot create a thread")
    }
    pthread_detach(thread)
  }

  /// The thread's work.
  fileprivate final class Job: Sendable {
    let signals: Int32
    let readsLines: Bool
    let deliver: @Sendable (RunInput) -> Void

    init(signals: Int32, readsLines: Bool, deliver: @escaping @Sendable (RunInput) -> Void) {
      self.signals = signals
      self.readsLines = readsLines
      self.deliver = deliver
    }

    func run() {
      var waiting = [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readsLines ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      var rest: [UInt8] = []
      while true {
        guard poll(&waiting, 2, -1) >= 0 else {
          if errno == EINTR { continue }
          return
        }
        if waiting[0].revents != 0 { takeSignals() }
        if waiting[1].revents != 0, !takeLines(&rest) { waiting[1].fd = -1 }
      }
    }

    private func takeSignals() {
      var numbers = [UInt8](repeating: 0, count: 16)
      let count = read(signals, &numbers, numbers.count)
      guard count > 0 else { return }
      for number in numbers[..<count] {
        if let signal = StopSignal(rawValue: Int32(number)) { deliver(.signal(signal)) }
      }
    }

    /// Reads what is available; false at the end of input.
    private func takeLines(_ rest: inout [UInt8]) -> Bool {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return true }
      guard count > 0 else {
        if !rest.isEmpty { deliver(.line(String(decoding: rest, as: UTF8.self))) }
        deliver(.endOfInput)
        return false
      }
      rest += chunk[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        deliver(.line(String(decoding: rest[..<end], as: UTF8.self)))
        rest.removeSubrange(...end)
      }
      if rest.count > InputThread.maximumLine { rest.removeSubrange(InputThread.maximumLine...) }
      return true
    }
  }
}

private func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<InputThread.Job>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
