public import ConformanceReport

/// The choice of a run's tests.
public struct TestSelection: Sendable, Hashable {
  /// The level of the tests; nil means all that match `patterns`, or `full` when there are none.
  public var level: ConformanceLevel?
  /// Patterns of which one must match a test's id; empty means all tests.
  public var patterns: [String]
  /// Patterns of which none may match a test's id.
  public var skipped: [String]

  /// Selects the tests of a level, of patterns, or both.
  public init(level: ConformanceLevel? = nil, patterns: [String] = [], skipped: [String] = []) {
    self.level = level
    self.patterns = patterns
    self.skipped = skipped
  }

  /// The level that counts; nil when the patterns alone select the tests.
  package var effectiveLevel: ConformanceLevel? { level ?? (patterns.isEmpty ? .full : nil) }

  /// Returns true if the test of that id is selected.
  package func contains(_ id: String) -> Bool {
    let group = String(id.prefix { $0 != "." })
    let isInLevel = effectiveLevel.map { $0.groups.contains(group) } ?? true
    let isNamed = patterns.isEmpty || patterns.contains { GlobPattern($0).matches(id) }
    return isInLevel && isNamed && !skipped.contains { GlobPattern($0).matches(id) }
  }
}
