#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes the number of each received signal to a pipe as a byte, for signals that end the command.
///
/// A process has one, for the verb that runs.
enum SignalPipe {
  /// Makes each of the signals write its number to `descriptor`, which must not block.
  ///
  /// - Parameter isOnce: true when a second signal shall end the command at once, as by default.
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

/// The descriptor that the handler writes to.
///
/// `nonisolated(unsafe)`: written once, before the first handler is installed, and only read after that.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The signal handler: async-signal-safe, as it only calls `write`, whose error it ignores.
private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe, &byte, 1)
  errno = before
}
