internal import CLinux
internal import Glibc

/// An eventfd that is closed with its last owner.
package final class EventDescriptor: Sendable {
  package let number: CInt

  /// Makes an eventfd; nil when the process has reached its limit of file descriptors.
  package init?() {
    number = eventfd(0, hookswitch_eventfd_flags)
    if number < 0 { return nil }
  }

  deinit { if number >= 0 { close(number) } }

  /// Wakes the waiting thread.
  package func signal() { Self.signal(number) }

  /// Wakes the thread that waits for the descriptor with a number; also in a signal handler.
  package static func signal(_ number: CInt) {
    let error = errno
    var one: UInt64 = 1
    _ = write(number, &one, 8)
    errno = error
  }

  /// Consumes the signals, and returns their number.
  @discardableResult
  package func drain() -> UInt64 {
    var count: UInt64 = 0
    return read(number, &count, 8) == 8 ? count : 0
  }

  /// Waits for a signal for at most `milliseconds` (-1: for ever) without consuming it; false when none came.
  ///
  /// Returns early when a signal handler ran.
  package func waitForSignal(milliseconds: Int32) {
    var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    _ = poll(&wanted, 1, milliseconds)
  }

  /// Waits for a signal for at most `milliseconds` (-1: for ever); false when none came.
  @discardableResult
  package func wait(milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    while true {
      let found = poll(&wanted, 1, milliseconds)
      if found < 0, errno == EINTR { continue }
      if found > 0 { drain() }
      return found > 0
    }
  }
}
