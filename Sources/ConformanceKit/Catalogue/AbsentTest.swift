/// A test in the catalogue that does not exist yet.
///
/// Lists name it as not yet present; no run counts it as passed.
public struct AbsentTest: Sendable, Hashable {
  /// The id that the test will have.
  public let id: String
  /// The future test's subject, in one sentence.
  public let title: String
  /// The missing feature that the test needs.
  public let reason: String

  package init(_ id: String, _ title: String, waitingFor reason: String) {
    self.id = id
    self.title = title
    self.reason = reason
  }
}
