/// A part of the benchmark that can run alone.
protocol BenchmarkPart: Sendable {
  /// The part's name on the command line, for `--only`.
  static var name: String { get }
  /// A summary of the part on one line, for people.
  static var summary: String { get }
  init()
  /// Measures; throws an error when a measurement is impossible.
  func measure() async throws -> [Measurement]
}

extension Array where Element: Comparable {
  /// Returns the element at this share of the array, from 0 to 1; the array must be sorted and not empty.
  func percentile(_ share: Double) -> Element {
    self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
