public import Synchronization

/// A value that many threads read without a lock while one replaces it.
///
/// Inlinable, as `Locked` is.
public final class Published<Value: AnyObject & Sendable>: Sendable {
  /// The address of the present value, which this type retains.
  @usableFromInline let address: Atomic<UInt>
  /// The number of threads between reading the address and retaining the value.
  @usableFromInline let readers = Atomic<Int>(0)
  /// Replaced values that a reader may still be about to retain.
  @usableFromInline let retired = Locked<[Value]>([])

  /// Creates a holder of a value.
  @inlinable
  public init(_ value: Value) {
    address = Atomic(UInt(bitPattern: Unmanaged.passRetained(value).toOpaque()))
  }

  deinit {
    Self.object(address.load(ordering: .sequentiallyConsistent)).release()
  }

  @inlinable
  static func object(_ address: UInt) -> Unmanaged<Value> {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { preconditionFailure("the address of an object is not zero") }
    return Unmanaged.fromOpaque(pointer)
  }

  /// The present value.
  @inlinable
  public var value: Value {
    readers.add(1, ordering: .sequentiallyConsistent)
    defer { readers.subtract(1, ordering: .sequentiallyConsistent) }
    return Self.object(address.load(ordering: .sequentiallyConsistent)).takeUnretainedValue()
  }

  /// Replaces the value; the old one is released once no reader can be about to retain it.
  ///
  /// - Parameter new: the new value.
  public func publish(_ new: Value) {
    let replacement = UInt(bitPattern: Unmanaged.passRetained(new).toOpaque())
    let old = Self.object(address.exchange(replacement, ordering: .sequentiallyConsistent)).takeRetainedValue()
    let free = retired.withLock { retired -> [Value] in
      retired.append(old)
      // A reader that comes later finds the new address.
      guard readers.load(ordering: .sequentiallyConsistent) == 0 else { return [] }
      defer { retired = [] }
      return retired
    }
    // Released here, outside the lock.
    _ = consume free
  }
}
