public import CThreadSanitizer
public import Synchronization

/// A value with a lock: the only lock type of the project.
///
/// It is a `Mutex` that ThreadSanitizer understands. Hold it only to read or change the value: never call out from inside `withLock`, and
/// never lock it again on the same thread (that traps).
///
/// Inlinable, so that the compiler specializes it: unspecialized, the lock costs more than the code under it.
public final class Locked<Value: Sendable>: Sendable {
  @usableFromInline let mutex: Mutex<Value>

  /// Creates a lock for `value`.
  @inlinable
  public init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// Runs `body` with the value locked, on the calling thread, and returns its result.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The object's address identifies the lock to the sanitizer, which never dereferences it.
    let address = Unmanaged.passUnretained(self).toOpaque()
    return try mutex.withLock { (value) throws(Failure) -> sending Result in
      hookswitch_tsan_acquired(address)
      defer { hookswitch_tsan_releasing(address) }
      // The region checker cannot see that `body`'s result does not alias the value. An alias is safe, because Value is Sendable.
      nonisolated(unsafe) let result = try body(&value)
      return result
    }
  }
}
