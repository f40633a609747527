internal import Glibc
internal import Locking
internal import Synchronization
internal import TransportLoader

/// The descriptor that the program watches; it is readable while an event waits.
///
/// A signal takes no lock: the thread that it wakes looks at the descriptor at once, while the signalling one is still in the kernel.
final class EventSignal: Sendable {
  /// The descriptor, which only the thread that takes events and `close` touch; nil once it is closed.
  private let descriptor: Locked<EventDescriptor?>
  /// Its number; -1 once it is closed.
  private let open: Atomic<CInt>
  /// The number of signals that began, and of those that are over.
  private let begun = Atomic<UInt64>(0)
  private let over = Atomic<UInt64>(0)

  /// Makes the descriptor; nil when the process has reached its limit of file descriptors.
  init?() {
    guard let descriptor = EventDescriptor() else { return nil }
    self.descriptor = Locked(descriptor)
    open = Atomic(descriptor.number)
  }

  /// The descriptor's number; -1 once it is closed.
  var number: CInt { open.load(ordering: .acquiring) }

  /// Makes the descriptor readable; also in a signal handler.
  func send() {
    // Before the look at the number, so that `close` sees either the thread or, in the thread, its own mark.
    begun.add(1, ordering: .sequentiallyConsistent)
    let number = open.load(ordering: .sequentiallyConsistent)
    if number >= 0 { EventDescriptor.signal(number) }
    over.add(1, ordering: .sequentiallyConsistent)
  }

  /// Makes the descriptor quiet, unless no signal came since it was made quiet for `drained`.
  ///
  /// - Parameter drained: the number of signals that are known to be consumed.
  func drain(_ drained: inout UInt64) {
    // In this order: a signal that is not over when the descriptor is read makes it readable later, and is consumed the next time.
    let signals = begun.load(ordering: .sequentiallyConsistent)
    guard signals != drained else { return }
    let areOver = over.load(ordering: .sequentiallyConsistent) == signals
    descriptor.withLock { $0 }?.drain()
    if areOver { drained = signals }
  }

  /// Waits until the descriptor is readable, for at most `milliseconds` (-1: for ever).
  func wait(milliseconds: Int32) { descriptor.withLock { $0 }?.waitForSignal(milliseconds: milliseconds) }

  /// Closes the descriptor before it returns, unless a thread waits for it.
  func close() {
    open.store(-1, ordering: .sequentiallyConsistent)
    // A signal takes microseconds.
    while over.load(ordering: .sequentiallyConsistent) < begun.load(ordering: .sequentiallyConsistent) { sched_yield() }
    descriptor.withLock { $0 = nil }
  }
}
