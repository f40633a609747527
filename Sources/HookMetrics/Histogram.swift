/// The distribution of a measured time, in fixed buckets.
package struct Histogram: Hashable, Sendable {
  /// The upper bounds of the buckets, in seconds, rising.
  package let bounds: [Double]
  /// The number of values in each bucket, the last of which has no bound.
  package private(set) var counts: [UInt64]
  /// The sum of the values, in seconds.
  package private(set) var sum = 0.0

  /// Creates an empty histogram.
  ///
  /// - Parameter bounds: the upper bounds of the buckets, in seconds, rising.
  package init(_ bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// The number of values.
  package var count: UInt64 { counts.reduce(0, +) }

  /// Adds a value, in seconds; a negative one counts as 0.
  package mutating func add(_ value: Double) {
    let value = max(value, 0)
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }

  /// Adds the values of another histogram with the same bounds.
  package mutating func add(_ other: Histogram) {
    guard bounds == other.bounds else { return }
    for place in counts.indices { counts[place] += other.counts[place] }
    sum += other.sum
  }

  /// The bounds for the time until a call is connected.
  package static let setup: [Double] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]
  /// The bounds for the length of a call.
  package static let duration: [Double] = [1, 5, 15, 30, 60, 180, 300, 600, 1_800, 3_600, 7_200]
  /// The bounds for the jitter of a call's media.
  package static let jitter: [Double] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5]
  /// The bounds for the time of a transaction of the store.
  package static let storeWrite: [Double] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
  /// The bounds for the time until a provider answers.
  package static let command: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
}
