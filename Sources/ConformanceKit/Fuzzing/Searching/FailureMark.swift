/// By what one failure is known from another while a script is made smaller.
///
/// A crash is a crash wherever memory that was broken came to light; a broken rule is known by its sentence without its numbers.
struct FailureMark: Hashable {
  private let status: TestStatus
  private let sentence: String

  init(_ outcome: TestOutcome) {
    status = outcome.status
    sentence = outcome.status == .fail ? String(outcome.detail.prefix { !$0.isNumber }) : ""
  }
}
