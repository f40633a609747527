#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The signals by which a person or a service manager ends the command: each becomes a byte in a pipe.
enum InterruptSignals {
  /// From now on a signal writes a byte to `descriptor`, which must not block; a second one ends the command at once.
  static func hand(to descriptor: Int32) {
    interruptPipe = descriptor
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = noteInterrupt
      action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }
}

/// Where the handler writes.
///
/// `nonisolated(unsafe)`: written once, before the first handler is installed, and only read after that.
nonisolated(unsafe) private var interruptPipe: Int32 = -1

/// The handler: all it does is safe in one, a `write` whose error is nobody's.
private func noteInterrupt(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(interruptPipe, &byte, 1)
  errno = before
}
