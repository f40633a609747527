internal import CLinux
internal import Glibc
internal import Locking

/// Runs foreign code on a thread of its own and waits for it no longer than a bound.
///
/// Foreign code that hangs cannot be stopped; what is lost then is that one thread.
enum BoundedCall {
  /// The outcome of `body`, or nil when it was not there within `milliseconds`; `body` may still be running then.
  static func run<Outcome: Sendable>(
    _ name: String, milliseconds: Int32, _ body: @escaping @Sendable () -> Outcome
  ) -> Outcome? {
    let outcome = Locked<Outcome?>(nil)
    // Without a descriptor nothing can wait with a bound.
    guard let done = EventDescriptor() else { return body() }
    guard
      OSThread.start(
        name,
        {
          let result = body()
          outcome.withLock { $0 = result }
          done.signal()
        })
    else { return nil }
    done.wait(milliseconds: milliseconds)
    return outcome.withLock { $0 }
  }
}
