internal import Locking

// Work on a loop that another task waits for.
extension EventLoop {
  /// Runs `body` on the loop; nil when the loop has ended before.
  func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
    await withReply { reply in self.add(.run { reply.give(body()) }) }
  }

  /// Returns once that time has passed on the loop, or the loop has ended.
  func pause(milliseconds: UInt64) async {
    let _: Void? = await withReply { (reply: Reply<Void>) in
      self.add(
        .run { [self] in
          _ = timers.add(at: LoopClock.now() + milliseconds * 1_000_000, period: 0, .run(reply, { reply.give(()) }))
        })
    }
  }
}

/// Waits for the answer that `ask` provides for; nil when nobody can give it any more.
func withReply<Value: Sendable>(_ ask: (Reply<Value>) -> Void) async -> Value? {
  await withCheckedContinuation { continuation in ask(Reply(continuation)) }
}

/// An answer that a task waits for: whoever drops it answers with nil.
///
/// Any thread.
final class Reply<Value: Sendable>: Sendable {
  private let continuation: Locked<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Locked(continuation) }

  deinit { take()?.resume(returning: nil) }

  /// Gives the answer; only the first one counts.
  func give(_ value: Value?) { take()?.resume(returning: value) }

  private func take() -> CheckedContinuation<Value?, Never>? {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
  }
}
