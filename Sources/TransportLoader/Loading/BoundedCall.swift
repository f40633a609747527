internal import CLinux
internal import Glibc
internal import Locking

/// Runs foreign code on a thread of its own and waits for it with a time-out.
///
/// Foreign code that hangs cannot be stopped; it costs that one thread.
enum BoundedCall {
  /// The outcome of `body`; nil after `milliseconds`, when `body` may still be running.
  static func run<Outcome: Sendable>(
    _ name: String, milliseconds: Int32, _ body: @escaping @Sendable () -> Outcome
  ) -> Outcome? {
    let outcome = Locked<Outcome?>(nil)
    // Without an eventfd there is no time-out.
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
