internal import CallControl

/// Something that must be so.
enum Check: Sendable {
  /// Those given of a call's details.
  struct Details: Sendable {
    /// Nil in a wanted handle: none.
    var handle: Handle??
    var name: String?
    var groupStart: Duration?
    /// The stages, by name.
    var times: [Stage: Duration] = [:]
    /// Texts beside them, by name; empty: none.
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
  /// Nil: the choice is allowed.
  case choices([(call: String, choices: [(choice: AnswerChoice, error: CallError.Code?)])])
  case groups([[String]], LineID)
  case order([EntryPattern])
  case never([EntryPattern])
  case count([(entry: EntryPattern, times: Int)])
}
