internal import Dispatch
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The signals of a daemon, which it takes as events: SIGTERM and SIGINT end it, SIGHUP reads its configuration again.
enum DaemonSignals {
  /// The source of signals, which lives as long as the process.
  private static let source = Locked<DispatchSourceSignals?>(nil)

  /// Begins to take signals.
  ///
  /// - Parameter deliver: receives the number of each signal, on a queue of its own.
  /// - Throws: an error when the system has no descriptors left.
  static func start(_ deliver: @escaping @Sendable (Int32) -> Void) throws(CommandError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed("daemon: cannot create a pipe: \(String(cString: strerror(errno)))") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // Neither the signal handler nor the reader may block.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    SignalPipe.hand([SIGTERM, SIGINT, SIGHUP], to: ends[1], isOnce: false)
    signal(SIGPIPE, SIG_IGN)
    let reader = ends[0]
    let readable = DispatchSource.makeReadSource(fileDescriptor: reader, queue: DispatchQueue(label: "hookswitch.signals"))
    readable.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(reader, &bytes, bytes.count)
      for byte in bytes.prefix(max(0, count)) { deliver(Int32(byte)) }
    }
    readable.resume()
    source.withLock { $0 = DispatchSourceSignals(source: readable) }
  }
}

/// A dispatch source that is kept.
///
/// `@unchecked Sendable`: nothing uses the source after it was resumed.
private struct DispatchSourceSignals: @unchecked Sendable {
  let source: any DispatchSourceRead
}
