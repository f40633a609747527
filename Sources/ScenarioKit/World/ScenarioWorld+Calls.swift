internal import CallControl

extension ScenarioWorld {
  /// Returns the current snapshot of a call, if programs see one.
  private mutating func picture(_ name: String) -> Call? {
    let call = names.call(name)
    for line in lineOrder {
      if let picture = lines[line]?.unsettledSnapshot[call] { return picture }
    }
    return nil
  }

  // MARK: States

  mutating func expectation(_ name: String, _ expected: ExpectedState) -> ScenarioFailure.Finding? {
    let call = names.call(name)
    let path = Self.path(name)
    if let picture = picture(name) {
      return expected == .state(picture.state) ? nil : Self.finding(path, text(expected), picture.state.rawValue)
    }
    if screened.contains(call) {
      return expected == .state(.screening) ? nil : Self.finding(path, text(expected), "screening")
    }
    guard shown.contains(call), let end = ends[call] else {
      return expected == .absent ? nil : Self.finding(path, text(expected), "absent")
    }
    if case .ended(let reason, let cause) = expected, reason.map({ $0 == end.reason }) ?? true, cause.map({ isSo($0, end.cause) }) ?? true {
      return nil
    }
    return Self.finding(path, text(expected), "ended(\(end.reason.rawValue)\(end.cause.map { ", " + text($0) } ?? ""))")
  }

  private func isSo(_ expected: ExpectedState.Cause, _ cause: EndCause?) -> Bool {
    guard let cause, expected.word == cause.word else { return false }
    guard let call = expected.call, case .madeRoom(let other) = cause else { return true }
    return call == names.name(other)
  }

  private func text(_ cause: EndCause) -> String {
    if case .madeRoom(let call) = cause { return "madeRoom \(names.name(call))" }
    return cause.word
  }

  private func text(_ state: ExpectedState) -> String {
    switch state {
    case .absent: return "absent"
    case .state(let state): return state.rawValue
    case .ended(let reason, let cause):
      let parts = [reason?.rawValue, cause.map { $0.word + ($0.call.map { " " + $0 } ?? "") }].compactMap(\.self)
      return parts.isEmpty ? "ended" : "ended(\(parts.joined(separator: ", ")))"
    }
  }

  // MARK: Flags, details, choices

  mutating func flagFinding(_ name: String, _ expected: Set<ShownFlag>) -> ScenarioFailure.Finding? {
    let picture = picture(name)
    let flags = Set(ShownFlag.allCases.filter { picture.map($0.isSet) ?? false })
    if flags == expected { return nil }
    func text(_ flags: Set<ShownFlag>) -> String { "[" + flags.sorted().map(\.rawValue).joined(separator: ", ") + "]" }
    return Self.finding(Self.path(name), text(expected), picture == nil ? Self.notShown : text(flags))
  }

  mutating func detailFindings(_ name: String, _ expected: Check.Details) -> [ScenarioFailure.Finding] {
    let path = Self.path(name)
    guard let picture = picture(name) else { return [Self.finding(path, "a call with details", Self.notShown)] }
    var findings: [ScenarioFailure.Finding] = []
    if let handle = expected.handle, handle != picture.handle {
      findings.append(
        Self.finding(path + ".handle", handle?.description ?? "no handle", picture.handle?.description ?? "no handle"))
    }
    if let expected = expected.name, expected != picture.name ?? "" {
      findings.append(Self.finding(path + ".name", expected.isEmpty ? "no name" : expected, picture.name ?? "no name"))
    }
    if let start = expected.groupStart {
      let wanted = Instant.zero.advanced(by: start)
      if picture.groupStart != wanted {
        findings.append(
          Self.finding(
            path + ".groupStart", SecondsText.of(wanted), picture.groupStart.map(SecondsText.of) ?? "its group has not started"))
      }
    }
    for stage in Check.Details.Stage.allCases {
      guard let time = expected.times[stage] else { continue }
      let (wanted, found) = (Instant.zero.advanced(by: time), picture.time(of: stage))
      if found == wanted { continue }
      findings.append(
        Self.finding("\(path).\(stage.rawValue)", SecondsText.of(wanted), found.map(SecondsText.of) ?? "not reached yet"))
    }
    for text in Check.Details.Text.allCases {
      guard let wanted = expected.texts[text] else { continue }
      let found = picture.text(text) ?? ""
      if found != wanted { findings.append(Self.finding("\(path).\(text.rawValue)", wanted, found.isEmpty ? "none" : found)) }
    }
    return findings
  }

  mutating func choiceFindings(_ name: String, _ expected: [(choice: AnswerChoice, error: CallError.Code?)])
    -> [ScenarioFailure.Finding]
  {
    let path = Self.path(name)
    guard let picture = picture(name) else { return [Self.finding(path, "a ringing call", Self.notShown)] }
    return expected.compactMap { choice, error in
      let wanted = error?.rawValue ?? "true"
      let found =
        switch picture.answerChoices[choice] {
        case nil: "not published"
        case .some(nil): "true"
        case .some(let error?): error.code.rawValue
        }
      return found == wanted ? nil : Self.finding("\(path).\(choice.rawValue)", wanted, found)
    }
  }

  // MARK: Groups

  func groupFindings(_ expected: [[String]], _ line: LineID) -> [ScenarioFailure.Finding] {
    let groups = lines[line]?.snapshot.groups.map { $0.map { names.name($0.uuid) } } ?? []
    func text(_ groups: [[String]]) -> String {
      "[" + groups.map { "[" + $0.sorted().joined(separator: ", ") + "]" }.sorted().joined(separator: ", ") + "]"
    }
    return text(groups) == text(expected) ? [] : [Self.finding("", text(expected), text(groups))]
  }

  private static let notShown = "no such call is shown"

  static func path(_ call: String) -> String { JSONPath.suffix(call) }
}

extension Call {
  fileprivate func time(of stage: Check.Details.Stage) -> Instant? {
    switch stage {
    case .started: started
    case .connecting: connecting
    case .connected: connected
    }
  }

  fileprivate func text(_ text: Check.Details.Text) -> String? {
    switch text {
    case .localHandle: localHandle?.description
    case .divertedFrom: divertedFrom?.description
    case .correlationID: correlationID
    case .extraJSON: extraJSON
    case .label: label
    case .labelSource: labelSource?.rawValue
    case .decidedBy: decidedBy
    }
  }
}
