internal import CLinux
internal import Glibc

/// Wakes a loop that waits in real time.
final class Doorbell: Sendable {
  let number = eventfd(0, hookswitch_eventfd_flags)

  deinit { close(number) }

  /// Wakes the loop. [any]
  func ring() {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  /// Clears the pending rings.
  func quiet() {
    var count: UInt64 = 0
    _ = read(number, &count, 8)
  }
}
