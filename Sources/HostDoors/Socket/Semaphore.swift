internal import Glibc

/// A counting semaphore: each signal wakes one waiting thread.
///
/// `@unchecked Sendable`: a `sem_t` is made for use by several threads, and its address never changes.
final class Semaphore: @unchecked Sendable {
  private let value: UnsafeMutablePointer<sem_t>

  init() {
    value = .allocate(capacity: 1)
    sem_init(value, 0, 0)
  }

  deinit {
    sem_destroy(value)
    value.deallocate()
  }

  /// Adds one to the count.
  func signal() { sem_post(value) }

  /// Waits until the count is positive, and takes one.
  func wait() {
    while sem_wait(value) != 0, errno == EINTR {}
  }
}
