internal import Locking

/// A table that the instances of one plugin share to find each other; each key has one owner at a time.
///
/// Use it on any thread. Store ports in it (see ``Port``), never transports.
public final class Registry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The owners that hold one key; the last one has it.
  private struct Holders: Sendable {
    private var values: [UInt64: Value] = [:]
    /// The owners in the order in which they took the key.
    ///
    /// An owner that releases the key keeps its place until it is last, or until most places are such. A search through thousands of owners
    /// at each release would take long.
    private var owners: [UInt64] = []

    var isEmpty: Bool { values.isEmpty }
    /// The owner that has the key, with its value.
    var last: (owner: UInt64, value: Value)? { owners.last.flatMap { owner in values[owner].map { (owner, $0) } } }

    mutating func add(_ owner: UInt64, _ value: Value) {
      values[owner] = value
      owners.append(owner)
      if owners.count > 2 * values.count + 8 { compact() }
    }

    mutating func remove(_ owner: UInt64) {
      values[owner] = nil
      while let last = owners.last, values[last] == nil { owners.removeLast() }
      if owners.count > 2 * values.count + 8 { compact() }
    }

    /// Keeps the last place of each owner that holds the key.
    private mutating func compact() {
      var known: Set<UInt64> = []
      owners = owners.reversed().filter { values[$0] != nil && known.insert($0).inserted }.reversed()
    }
  }

  private struct Entries: Sendable {
    var holders: [Key: Holders] = [:]
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
    for key in keys { entries.holders[key, default: Holders()].add(owner, value) }
  }

  private static func remove(_ owner: UInt64, from entries: inout Entries) {
    for key in entries.keys.removeValue(forKey: owner) ?? [] {
      entries.holders[key]?.remove(owner)
      if entries.holders[key]?.isEmpty == true { entries.holders[key] = nil }
    }
  }
}
