/// A part of the benchmark that can be run by itself.
protocol BenchmarkPart: Sendable {
  /// What `--only` calls it.
  static var name: String { get }
  /// One line for people: what is measured.
  static var summary: String { get }
  init()
  /// Measures; throws what kept it from doing so.
  func measure() async throws -> [Measurement]
}
