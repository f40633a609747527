internal import CallControl
internal import StrictJSON

/// Reads the steps that check a condition.
enum CheckReader {
  enum Key: String, CaseIterable {
    case accepted, refused, failed, expect, flags, details, choices, groups, order, never, count
  }

  static func check(_ key: Key, _ value: Field, _ members: inout Members) throws(FieldFlaw) -> Check {
    switch key {
    case .accepted:
      try value.yes()
      return .accepted
    case .refused: return .refused(try value.choice())
    case .failed: return .failed(try value.choice())
    case .expect: return .expect(try value.perCall(state).map { ($0, $1) })
    case .flags:
      return .flags(
        try value.perCall { field throws(FieldFlaw) in Set(try field.list { item throws(FieldFlaw) in try item.choice(ShownFlag.self) }) }
          .map { ($0, $1) })
    case .details: return .details(try value.perCall(details).map { ($0, $1) })
    case .choices: return .choices(try value.perCall(choices).map { ($0, $1) })
    case .groups:
      let groups = try value.list { group throws(FieldFlaw) in try group.list { item throws(FieldFlaw) in try item.word() } }
      return .groups(groups, try members.line())
    case .order: return .order(try value.list(pattern))
    case .never: return .never(try value.list(pattern))
    case .count:
      var counts: [(entry: EntryPattern, times: Int)] = []
      for (name, field) in try value.entries() {
        guard let entry = EntryPattern(name) else { throw field.flaw("an entry has at least one word") }
        counts.append((entry, try field.count()))
      }
      return .count(counts)
    }
  }

  private static func pattern(_ field: Field) throws(FieldFlaw) -> EntryPattern {
    guard let pattern = EntryPattern(try field.string()) else { throw field.flaw("an entry has at least one word") }
    return pattern
  }

  private static func state(_ field: Field) throws(FieldFlaw) -> ExpectedState {
    let text = try field.string()
    guard let state = ExpectedState(text) else {
      throw field.flaw(
        "\"\(text)\" is not a state: " + CallState.allCases.map(\.rawValue).joined(separator: ", ") + ", ended(reason, cause), absent")
    }
    return state
  }

  private static func details(_ field: Field) throws(FieldFlaw) -> Check.Details {
    var members = try field.members()
    var details = Check.Details()
    if let handle = try members.optional("handle")?.handle() { details.handle = .some(handle.value.isEmpty ? nil : handle) }
    details.name = try members.optional("name")?.string()
    details.groupStart = try members.optional("groupStart")?.seconds()
    for stage in Check.Details.Stage.allCases { details.times[stage] = try members.optional(stage.rawValue)?.seconds() }
    for text in Check.Details.Text.allCases { details.texts[text] = try members.optional(text.rawValue)?.string() }
    try members.finish()
    return details
  }

  private static func choices(_ field: Field) throws(FieldFlaw) -> [(choice: AnswerChoice, error: CallError.Code?)] {
    var members = try field.members()
    var choices: [(choice: AnswerChoice, error: CallError.Code?)] = []
    for choice in AnswerChoice.allCases {
      guard let value = members.optional(choice.rawValue) else { continue }
      if case .string = value.node.value {
        choices.append((choice, try value.choice(CallError.Code.self)))
      } else {
        try value.yes()
        choices.append((choice, nil))
      }
    }
    try members.finish()
    return choices
  }
}

extension Field {
  /// Reads each member of an object whose keys are calls with `read`.
  fileprivate func perCall<Value>(_ read: (Field) throws(FieldFlaw) -> Value) throws(FieldFlaw) -> [(String, Value)] {
    var result: [(String, Value)] = []
    for (name, field) in try named() { result.append((name, try read(field))) }
    return result
  }
}
