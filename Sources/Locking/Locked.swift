public import CThreadSanitizer
public import Synchronization

/// A value behind a lock: the one lock type of the project.
///
/// It is a `Mutex` that ThreadSanitizer understands. Hold it for a change of the value and nothing else: never call out
/// from inside `withLock`, and never lock it again on the same thread (that traps).
///
/// Inlinable, so that the compiler sees the value's type: through code for any type at all the lock costs more than what it guards.
public final class Locked<Value: Sendable>: Sendable {
  @usableFromInline let mutex: Mutex<Value>

  /// Puts `value` behind a new lock.
  @inlinable
  public init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// Runs `body` with the value locked, on the calling thread, and returns its result.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The object's own address names the lock to the sanitizer; it is never dereferenced.
    let address = Unmanaged.passUnretained(self).toOpaque()
    return try mutex.withLock { (value) throws(Failure) -> sending Result in
      hookswitch_tsan_acquired(address)
      defer { hookswitch_tsan_releasing(address) }
      // The region checker cannot see that `body`'s result does not alias the value; Value is Sendable, so it may.
      nonisolated(unsafe) let result = try body(&value)
      return result
    }
  }
}
