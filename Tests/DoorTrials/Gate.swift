internal import Glibc

/// A barrier that threads wait at until it opens.
///
/// `@unchecked Sendable`: a `sem_t` is made for use by several threads, and its address never changes.
package final class Gate: @unchecked Sendable {
  private let value: UnsafeMutablePointer<sem_t>

  /// Creates a closed gate.
  package init() {
    value = .allocate(capacity: 1)
    sem_init(value, 0, 0)
  }

  deinit {
    sem_destroy(value)
    value.deallocate()
  }

  /// Opens the gate for good.
  package func open() { sem_post(value) }

  /// Waits until the gate is open.
  package func wait() {
    while sem_wait(value) != 0, errno == EINTR {}
    sem_post(value)
  }
}
