/// Which tests a run has.
public struct TestSelection: Sendable, Hashable {
  /// How much is asked of the plugin; nil: everything that `patterns` name, or `full` when they name nothing.
  public var level: ConformanceLevel?
  /// Only tests whose id matches one of these; empty: all.
  public var patterns: [String]
  /// No test whose id matches one of these.
  public var skipped: [String]

  /// Selects the tests of a level, of patterns, or both.
  public init(level: ConformanceLevel? = nil, patterns: [String] = [], skipped: [String] = []) {
    self.level = level
    self.patterns = patterns
    self.skipped = skipped
  }

  /// The level that counts; nil when the patterns alone say what is run.
  package var effectiveLevel: ConformanceLevel? { level ?? (patterns.isEmpty ? .full : nil) }

  /// Whether the test of that id is selected.
  package func contains(_ id: String) -> Bool {
    let group = String(id.prefix { $0 != "." })
    let isInLevel = effectiveLevel.map { $0.groups.contains(group) } ?? true
    let isNamed = patterns.isEmpty || patterns.contains { GlobPattern($0).matches(id) }
    return isInLevel && isNamed && !skipped.contains { GlobPattern($0).matches(id) }
  }
}
