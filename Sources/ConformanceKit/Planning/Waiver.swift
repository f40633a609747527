/// An author's word that a test may fail for now: with a reason, and for a time.
public struct Waiver: Sendable, Hashable {
  /// The tests, as a pattern.
  public var tests: String
  /// Why.
  public var reason: String
  /// The last day that it holds, `2027-01-31`.
  public var expires: String

  package init(tests: String, reason: String, expires: String) {
    self.tests = tests
    self.reason = reason
    self.expires = expires
  }

  /// Whether the waiver is about the test of that id.
  package func covers(_ id: String) -> Bool { GlobPattern(tests).matches(id) }
}
