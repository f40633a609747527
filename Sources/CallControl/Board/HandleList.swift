/// Handles that a decision is made about, found by their normal form at once among a million.
///
/// Adding, finding and removing one costs microseconds however long the list is, and no change ever moves more than one bucket. A handle
/// takes 40 to 80 bytes and, where it is longer than 15 bytes, its text.
package struct HandleList: Sendable {
  /// One handle as it was given, under the key by which it is found.
  private struct Entry {
    /// The normal form; for a `PairwiseHandleType` the key that handles share which may be the same.
    let key: String
    let value: String
    /// Its place in the order in which handles were added.
    let number: UInt64
  }

  /// The handles of one kind: buckets by the key's hash, each in the order of keys.
  private struct Table {
    static let bucketCount = 4_096
    var buckets = [[Entry]](repeating: [], count: bucketCount)
    var count = 0

    static func bucket(of key: String) -> Int { Int(truncatingIfNeeded: StableHash.of(key) & UInt64(bucketCount - 1)) }

    /// Returns where in its bucket the first entry with a key of at least `key` is, or would be.
    static func place(of key: String, in bucket: [Entry]) -> Int {
      var low = 0
      var high = bucket.count
      while low < high {
        let middle = (low + high) / 2
        if bucket[middle].key < key { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// The entries with a key.
    func entries(of key: String) -> ArraySlice<Entry> {
      let bucket = buckets[Self.bucket(of: key)]
      let first = Self.place(of: key, in: bucket)
      return bucket[first...].prefix { $0.key == key }
    }

    mutating func insert(_ entry: Entry) {
      let place = Self.bucket(of: entry.key)
      // After those of the same key, so that a bucket is in the order of keys and numbers.
      var index = Self.place(of: entry.key, in: buckets[place])
      while index < buckets[place].count, buckets[place][index].key == entry.key { index += 1 }
      buckets[place].insert(entry, at: index)
      count += 1
    }

    mutating func remove(_ key: String, where isMeant: (Entry) -> Bool) {
      let place = Self.bucket(of: key)
      let before = buckets[place].count
      buckets[place].removeAll { $0.key == key && isMeant($0) }
      count -= before - buckets[place].count
    }
  }

  private var tables: [Handle.Kind: Table] = [:]
  private var next: UInt64 = 0

  /// Takes handles that `registry` knows how to compare.
  init(_ handles: [Handle] = [], registry: HandleRegistry = HandleRegistry()) {
    for handle in handles { insert(handle, registry: registry) }
  }

  /// The handles as they were given, in the order in which they were added; takes as long as sorting them.
  package var handles: [Handle] {
    let all = tables.flatMap { kind, table in
      table.buckets.joined().map { (number: $0.number, handle: Handle(type: kind, value: $0.value)) }
    }
    return all.sorted { $0.number < $1.number }.map(\.handle)
  }

  /// True when a handle names one of the parties.
  func contains(_ handle: Handle, registry: HandleRegistry) -> Bool {
    // Reading a number by the plan of a country costs more than all else that an incoming call does.
    guard let table = tables[handle.type] else { return false }
    let meaning = Meaning(of: handle, registry)
    return table.entries(of: meaning.key).contains { meaning.isMeant($0, registry) }
  }

  /// Adds a party.
  mutating func insert(_ handle: Handle, registry: HandleRegistry) {
    let entry = Entry(key: Meaning(of: handle, registry).key, value: handle.value, number: next)
    tables[handle.type, default: Table()].insert(entry)
    next += 1
  }

  /// Takes a party out, however often and in whatever spelling it was given.
  mutating func remove(_ handle: Handle, registry: HandleRegistry) {
    guard tables[handle.type] != nil else { return }
    let meaning = Meaning(of: handle, registry)
    tables[handle.type]?.remove(meaning.key) { meaning.isMeant($0, registry) }
    if tables[handle.type]?.count == 0 { tables[handle.type] = nil }
  }

  /// A handle that is looked for.
  private struct Meaning {
    let kind: Handle.Kind
    let form: String
    let key: String
    let pairwise: (any PairwiseHandleType)?

    init(of handle: Handle, _ registry: HandleRegistry) {
      kind = handle.type
      form = registry.normalized(handle).value
      pairwise = registry.type(of: handle.type) as? any PairwiseHandleType
      key = pairwise?.key(of: form) ?? form
    }

    /// True when an entry of the same key names the same party.
    func isMeant(_ entry: Entry, _ registry: HandleRegistry) -> Bool {
      guard let pairwise else { return true }
      let other = registry.normalized(Handle(type: kind, value: entry.value)).value
      return other == form || pairwise.isSame(other, form)
    }
  }
}
