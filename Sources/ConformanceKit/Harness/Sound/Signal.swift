internal import Glibc

/// A counting semaphore between two threads of the kit.
///
/// `@unchecked Sendable`: any thread may use a POSIX semaphore, and its address never changes.
final class Signal: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ count: UInt32) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Waits until the count is positive, and takes one from it.
  func wait() { while sem_wait(semaphore) != 0 {} }

  /// Adds one to the count.
  func raise() { sem_post(semaphore) }
}
