#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The signals by which a person or a service manager ends the command: each becomes a byte in a pipe, its number.
///
/// There is one in a process: the verb that runs.
enum SignalPipe {
  /// From now on each of the signals writes its number to `descriptor`, which must not block.
  ///
  /// - Parameter isOnce: whether a signal that comes a second time ends the command at once, as it would without this.
  static func hand(_ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], to descriptor: Int32, isOnce: Bool) {
    signalPipe = descriptor
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = noteSignal
      action.sa_flags = SA_RESTART | (isOnce ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0)
      sigaction(number, &action, nil)
    }
  }
}

/// Where the handler writes.
///
/// `nonisolated(unsafe)`: written once, before the first handler is installed, and only read after that.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The handler: all it does is safe in one, a `write` whose error is nobody's.
private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe, &byte, 1)
  errno = before
}
