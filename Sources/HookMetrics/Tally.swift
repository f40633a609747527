/// Counts by a small key, such as the case of an enum, in the order in which the keys appeared.
///
/// A search from the first key beats a hash table here: a family has a few dozen keys at most, and a hash of an enum with a raw value is a
/// hash of its text.
struct Tally<Key: Equatable & Sendable>: Sendable {
  private(set) var entries: [(key: Key, count: UInt64)] = []

  /// Counts a key.
  mutating func add(_ key: Key, _ count: UInt64 = 1) {
    for place in entries.indices where entries[place].key == key {
      entries[place].count &+= count
      return
    }
    entries.append((key, count))
  }
}

/// Histograms with the same bounds by a small key, in the order in which the keys appeared.
struct Spread<Key: Equatable & Sendable>: Sendable {
  private let bounds: [Double]
  private(set) var entries: [(key: Key, times: Histogram)] = []

  /// Creates histograms with these bounds.
  init(_ bounds: [Double]) {
    self.bounds = bounds
  }

  /// Adds a value, in seconds.
  mutating func add(_ key: Key, _ value: Double) {
    for place in entries.indices where entries[place].key == key { return entries[place].times.add(value) }
    var times = Histogram(bounds)
    times.add(value)
    entries.append((key, times))
  }
}
