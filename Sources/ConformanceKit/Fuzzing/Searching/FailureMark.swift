/// Tells one failure from another while a script is made smaller.
///
/// All crashes count as the same, since broken memory may show anywhere. A broken rule is known by its sentence up to the first number.
struct FailureMark: Hashable {
  private let status: TestStatus
  private let sentence: String

  init(_ outcome: TestOutcome) {
    status = outcome.status
    sentence = outcome.status == .fail ? String(outcome.detail.prefix { !$0.isNumber }) : ""
  }
}
