internal import Locking

/// A table that the instances of one plugin share to find each other; each key has one owner at a time.
///
/// Use it on any thread. Store ports in it (see ``Port``), never transports.
public final class Registry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entries: Sendable {
    var holders: [Key: [(owner: UInt64, value: Value)]] = [:]
    /// The keys of each owner, so that an owner leaves without a search through all.
    var keys: [UInt64: [Key]] = [:]
  }

  private let entries = Locked(Entries())
  private let owners = Locked<UInt64>(0)

  /// Makes an empty registry.
  public init() {}

  /// Returns a new owner number.
  public func newOwner() -> UInt64 {
    owners.withLock {
      $0 += 1
      return $0
    }
  }

  /// Makes every later owner number larger than this one, which a former process has given out.
  public func reserve(_ owner: UInt64) {
    owners.withLock { $0 = max($0, owner) }
  }

  /// Claims all keys or none, and releases the owner's other keys.
  ///
  /// - Returns: A key that another owner holds; nil on success.
  public func claim(_ keys: [Key], for owner: UInt64, _ value: Value) -> Key? {
    entries.withLock { entries in
      for key in keys {
        if let holder = entries.holders[key]?.last, holder.owner != owner { return key }
      }
      Self.put(keys, for: owner, value, into: &entries)
      return nil
    }
  }

  /// Takes all keys, even from their present owners, and releases the owner's other keys.
  ///
  /// An earlier owner gets its key back when this owner releases it.
  public func take(_ keys: [Key], for owner: UInt64, _ value: Value) {
    entries.withLock { Self.put(keys, for: owner, value, into: &$0) }
  }

  /// Releases all keys of the owner.
  public func release(_ owner: UInt64) {
    entries.withLock { Self.remove(owner, from: &$0) }
  }

  /// The value of the key's owner; nil without an owner.
  public subscript(key: Key) -> Value? {
    entries.withLock { $0.holders[key]?.last?.value }
  }

  private static func put(_ keys: [Key], for owner: UInt64, _ value: Value, into entries: inout Entries) {
    remove(owner, from: &entries)
    entries.keys[owner] = keys
    for key in keys { entries.holders[key, default: []].append((owner, value)) }
  }

  private static func remove(_ owner: UInt64, from entries: inout Entries) {
    for key in entries.keys.removeValue(forKey: owner) ?? [] {
      entries.holders[key]?.removeAll { $0.owner == owner }
      if entries.holders[key]?.isEmpty == true { entries.holders[key] = nil }
    }
  }
}
