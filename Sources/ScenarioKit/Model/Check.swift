internal import CallControl

/// A condition that a step checks.
enum Check: Sendable {
  /// The details of a call to compare; those that are not given are not compared.
  struct Details: Sendable {
    /// The expected handle; the inner nil expects no handle.
    var handle: Handle??
    var name: String?
    var groupStart: Duration?
    /// The times of the call's stages.
    var times: [Stage: Duration] = [:]
    /// The call's texts; an empty one expects no text.
    var texts: [Text: String] = [:]

    /// A stage of a call whose time is compared.
    enum Stage: String, CaseIterable, Sendable {
      case started, connecting, connected
    }

    /// A text of a call that is compared.
    enum Text: String, CaseIterable, Sendable {
      case localHandle, divertedFrom, correlationID, extraJSON, label, labelSource
    }
  }

  case accepted
  case refused(CallError.Code)
  case failed(CallError.Code)
  case expect([(call: String, state: ExpectedState)])
  case flags([(call: String, flags: Set<ShownFlag>)])
  case details([(call: String, details: Details)])
  /// A nil error means that the choice is allowed.
  case choices([(call: String, choices: [(choice: AnswerChoice, error: CallError.Code?)])])
  case groups([[String]], LineID)
  case order([EntryPattern])
  case never([EntryPattern])
  case count([(entry: EntryPattern, times: Int)])
}
