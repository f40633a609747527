/// A row of the table that cannot be shown yet.
///
/// Lists name it as not yet present; no run counts it as passed.
public struct AbsentTest: Sendable, Hashable {
  /// The id that the test will have.
  public let id: String
  /// What it will show, in one sentence.
  public let title: String
  /// What it waits for.
  public let reason: String

  package init(_ id: String, _ title: String, waitingFor reason: String) {
    self.id = id
    self.title = title
    self.reason = reason
  }
}
