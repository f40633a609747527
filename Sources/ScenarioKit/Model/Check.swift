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
      case localHandle, divertedFrom, correlationID, extraJSON, label, labelSource, decidedBy
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

/// An expected call state; of an end, only the given parts are compared.
enum ExpectedState: Hashable, Sendable {
  /// A call that was never shown: refused, ended during screening, or unknown.
  case absent
  case state(CallState)
  case ended(EndReason?, Cause?)

  /// The expected cause of an end; with `madeRoom`, optionally the call that needed the room.
  struct Cause: Hashable, Sendable {
    var word: String
    var call: String?
  }

  /// Parses `held`, `absent`, `ended`, `ended(remoteEnded)` or `ended(failed, couldNotHold)`; returns nil for anything else.
  init?(_ text: String) {
    if text == "absent" {
      self = .absent
    } else if text == CallState.ended.rawValue {
      self = .ended(nil, nil)
    } else if text.hasPrefix("ended("), text.hasSuffix(")") {
      let parts = text.dropFirst("ended(".utf8.count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count) else { return nil }
      let words = parts.map { $0.split(separator: " ").map(String.init) }
      if words.count == 2 {
        guard words[0].count == 1, let reason = EndReason(rawValue: words[0][0]), let cause = Cause(words: words[1]) else { return nil }
        self = .ended(reason, cause)
      } else if words[0].count == 1, let reason = EndReason(rawValue: words[0][0]) {
        self = .ended(reason, nil)
      } else if let cause = Cause(words: words[0]) {
        self = .ended(nil, cause)
      } else {
        return nil
      }
    } else if let state = CallState(rawValue: text) {
      self = .state(state)
    } else {
      return nil
    }
  }
}

extension ExpectedState.Cause {
  /// Parses a cause: one word, or `madeRoom` and the call that needed the room.
  fileprivate init?(words: [String]) {
    guard let word = words.first, EndCause.words.contains(word), words.count == 1 || (words.count == 2 && word == "madeRoom") else {
      return nil
    }
    self.init(word: word, call: words.count == 2 ? words[1] : nil)
  }
}
