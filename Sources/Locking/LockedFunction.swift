/// A function that threads replace and read under a lock.
///
/// A bare function in a `Locked` grows: `Locked` keeps it in the form of a generic parameter, so each access wraps it once more on its way
/// out and on its way back, and a call then runs through all these wrappers. This type keeps the function in a struct, which no access
/// changes.
///
/// Inlinable for the same reason as `Locked`.
public final class LockedFunction<Function: Sendable>: Sendable {
  @usableFromInline struct Held: Sendable {
    @usableFromInline let function: Function

    @inlinable
    init(_ function: Function) { self.function = function }
  }

  @usableFromInline let held: Locked<Held?>

  /// Creates a holder of a function; nil holds none.
  @inlinable
  public init(_ function: Function? = nil) {
    held = Locked(function.map { Held($0) })
  }

  /// The present function; call it after the read, when the lock is open again. [any thread]
  @inlinable
  public var value: Function? { held.withLock { $0 }?.function }

  /// Replaces the function; nil removes it. [any thread]
  @inlinable
  public func set(_ function: Function?) {
    let new = function.map { Held($0) }
    held.withLock { $0 = new }
  }
}
