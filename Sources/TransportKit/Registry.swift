internal import Locking

/// Names that the instances of one plugin share, each with one owner at a time: how one instance finds another.
///
/// From any thread. Keep ports in it (see ``Port``), never transports.
public final class Registry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries = Locked([Key: [(owner: UInt64, value: Value)]]())
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
        if let holder = entries[key]?.last, holder.owner != owner { return key }
      }
      Self.remove(owner, from: &entries)
      for key in keys { entries[key] = [(owner, value)] }
      return nil
    }
  }

  /// Takes all keys, before whoever has one of them already and gets it back when this owner gives it up; and gives up what else this owner had.
  public func take(_ keys: [Key], for owner: UInt64, _ value: Value) {
    entries.withLock { entries in
      Self.remove(owner, from: &entries)
      for key in keys { entries[key, default: []].append((owner, value)) }
    }
  }

  /// Gives up everything that the owner has.
  public func release(_ owner: UInt64) {
    entries.withLock { Self.remove(owner, from: &$0) }
  }

  /// What the owner of this key left there.
  public subscript(key: Key) -> Value? {
    entries.withLock { $0[key]?.last?.value }
  }

  private static func remove(_ owner: UInt64, from entries: inout [Key: [(owner: UInt64, value: Value)]]) {
    entries = entries.compactMapValues { holders in
      let others = holders.filter { $0.owner != owner }
      return others.isEmpty ? nil : others
    }
  }
}
