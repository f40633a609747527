/// A set of handles, such as a block list, that finds one among a million by its normal form at once.
///
/// Adding, finding and removing a handle takes microseconds whatever the list's length, and moves at most one bucket. A handle takes 40 to
/// 80 bytes and, when longer than 15 bytes, its text.
package struct HandleList: Sendable {
  /// One handle as the caller gave it, under its key.
  private struct Entry {
    /// The normal form; for a `PairwiseHandleType`, the key that possibly equal handles share.
    let key: String
    let value: String
    /// The handle's place in the order of insertion.
    let number: UInt64
  }

  /// The handles of one kind: buckets by the key's hash, each ordered by key.
  private struct Table {
    static let bucketCount = 4_096
    var buckets = [[Entry]](repeating: [], count: bucketCount)
    var count = 0

    static func bucket(of key: String) -> Int { Int(truncatingIfNeeded: StableHash.of(key) & UInt64(bucketCount - 1)) }

    /// Returns the index of a bucket's first entry with a key of at least `key`.
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
      // Inserts after entries of the same key, so that a bucket is ordered by key and number.
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

  /// Creates a list of handles that `registry` compares.
  init(_ handles: [Handle] = [], registry: HandleRegistry = HandleRegistry()) {
    for handle in handles { insert(handle, registry: registry) }
  }

  /// The handles as the caller gave them, in the order of insertion; takes as long as sorting them.
  package var handles: [Handle] {
    let all = tables.flatMap { kind, table in
      table.buckets.joined().map { (number: $0.number, handle: Handle(type: kind, value: $0.value)) }
    }
    return all.sorted { $0.number < $1.number }.map(\.handle)
  }

  /// Returns true when the list has an entry for the same party.
  func contains(_ handle: Handle, registry: HandleRegistry) -> Bool {
    // Check the kind first: normalizing a telephone number costs more than all other work for an incoming call.
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

  /// Removes all entries for a party, in any spelling.
  mutating func remove(_ handle: Handle, registry: HandleRegistry) {
    guard tables[handle.type] != nil else { return }
    let meaning = Meaning(of: handle, registry)
    tables[handle.type]?.remove(meaning.key) { meaning.isMeant($0, registry) }
    if tables[handle.type]?.count == 0 { tables[handle.type] = nil }
  }

  /// A handle prepared for comparison.
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

    /// Returns true when an entry of the same key names the same party.
    func isMeant(_ entry: Entry, _ registry: HandleRegistry) -> Bool {
      guard let pairwise else { return true }
      let other = registry.normalized(Handle(type: kind, value: entry.value)).value
      return other == form || pairwise.isSame(other, form)
    }
  }
}
