internal import Locking

/// Names that the instances of one plugin share, each owned by at most one of them: how one instance finds another.
///
/// From any thread. Keep ports in it (see ``Port``), never transports.
public final class Registry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries = Locked([Key: (owner: UInt64, value: Value)]())
  private let owners = Locked<UInt64>(0)

  /// Makes an empty registry.
  public init() {}

  /// A number for an owner that no other has.
  public func newOwner() -> UInt64 {
    owners.withLock {
      $0 += 1
      return $0
    }
  }

  /// Claims all keys, or none of them, and gives up what else this owner had.
  ///
  /// - Returns: A key that another owner holds, or nil if all is well.
  public func claim(_ keys: [Key], for owner: UInt64, _ value: Value) -> Key? {
    entries.withLock { entries in
      for key in keys {
        if let entry = entries[key], entry.owner != owner { return key }
      }
      entries = entries.filter { $0.value.owner != owner }
      for key in keys { entries[key] = (owner, value) }
      return nil
    }
  }

  /// Gives up everything that the owner has.
  public func release(_ owner: UInt64) {
    entries.withLock { entries in entries = entries.filter { $0.value.owner != owner } }
  }

  /// What the owner of this key left there.
  public subscript(key: Key) -> Value? {
    entries.withLock { $0[key]?.value }
  }
}
