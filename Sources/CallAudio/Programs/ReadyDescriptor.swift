internal import CLinux
internal import Glibc

/// A file descriptor that is readable while a condition holds.
///
/// The owner's lock guards `set`.
package final class ReadyDescriptor: Sendable {
  /// The descriptor, closed with this object.
  package let descriptor: CInt

  /// Creates a descriptor that is not readable; nil when the system provides none.
  package init?() {
    descriptor = eventfd(0, hookswitch_eventfd_flags)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable, or not readable.
  package func set(_ isReady: Bool) {
    var count: UInt64 = 1
    if isReady { _ = write(descriptor, &count, 8) } else { _ = read(descriptor, &count, 8) }
  }
}
