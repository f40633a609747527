/// An author's statement that a test may fail for now, with a reason and a last day.
public struct Waiver: Sendable, Hashable {
  /// The tests, as a pattern.
  public var tests: String
  /// The reason.
  public var reason: String
  /// The last day on which it holds, `2027-01-31`.
  public var expires: String

  package init(tests: String, reason: String, expires: String) {
    self.tests = tests
    self.reason = reason
    self.expires = expires
  }

  /// Returns true if the waiver covers the test of that id.
  package func covers(_ id: String) -> Bool { GlobPattern(tests).matches(id) }
}
