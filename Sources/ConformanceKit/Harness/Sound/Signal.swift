internal import Glibc

/// A counting semaphore between two threads of the kit.
///
/// `@unchecked Sendable`: it is what the C library makes for use from any thread, at an address that stays.
final class Signal: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ count: UInt32) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Waits until there is one to take.
  func wait() { while sem_wait(semaphore) != 0 {} }

  /// Gives one.
  func raise() { sem_post(semaphore) }
}
