import Foundation
import Locking

/// The thread that all peers are children of.
///
/// The system's promise to kill a child with its parent is about the thread that made it, and those of tasks and queues come and go.
final class Nursery: Sendable {
  static let shared = Nursery()
  private let births = Locked<[@Sendable () -> Void]>([])
  private let work = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        work.wait()
        births.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      }
    }
  }

  /// Has the thread start a child; returns when it has.
  func start(_ birth: @escaping @Sendable () throws -> Void) throws {
    let (isBorn, outcome) = (DispatchSemaphore(value: 0), Locked<Result<Void, any Error>>(.success(())))
    births.withLock {
      $0.append {
        let result = Result(catching: birth)
        outcome.withLock { $0 = result }
        isBorn.signal()
      }
    }
    work.signal()
    isBorn.wait()
    try outcome.withLock { $0 }.get()
  }
}
