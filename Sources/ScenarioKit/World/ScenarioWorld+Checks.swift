internal import CallControl

extension ScenarioWorld {
  /// Checks a condition.
  mutating func look(_ check: Check) throws(StepFailure) {
    let findings = findings(check)
    if !findings.isEmpty { throw StepFailure(findings) }
  }

  private mutating func findings(_ check: Check) -> [ScenarioFailure.Finding] {
    switch check {
    case .accepted:
      switch lastAsked.outcome {
      case .accepted, .done, .failed: return []
      case .refused, nil: return [Self.finding("", "accepted", outcomeText)]
      }
    case .refused(let code): return refusal == code ? [] : [Self.finding("", "refused \(code.rawValue)", refusalText)]
    case .failed(let code): return lastAsked.outcome == .failed(code) ? [] : [Self.finding("", "failed \(code.rawValue)", outcomeText)]
    case .expect(let states): return states.compactMap { expectation($0.call, $0.state) }
    case .flags(let flags): return flags.compactMap { flagFinding($0.call, $0.flags) }
    case .details(let details): return details.flatMap { detailFindings($0.call, $0.details) }
    case .choices(let choices): return choices.flatMap { choiceFindings($0.call, $0.choices) }
    case .groups(let groups, let line): return groupFindings(groups, line)
    case .order(let entries): return orderFindings(entries)
    case .never(let entries):
      return entries.enumerated().compactMap { index, entry in
        guard let place = entryWords.firstIndex(where: entry.matches) else { return nil }
        return Self.finding("[\(index)]", "never \(entry)", "\(journal[place].text), at \(SecondsText.of(journal[place].time))")
      }
    case .count(let counts):
      return counts.compactMap { entry, times in
        let count = entryWords.count(where: entry.matches)
        return count == times ? nil : Self.finding(JSONPath.suffix(entry.description), "\(times) times", "\(count) times")
      }
    }
  }

  static func finding(_ path: String, _ expected: String, _ found: String) -> ScenarioFailure.Finding {
    ScenarioFailure.Finding(path: path, expected: expected, found: found)
  }

  // MARK: Requests

  private var outcomeText: String {
    switch lastAsked.outcome {
    case .accepted: "accepted, and not completed yet"
    case .done: "done"
    case .refused(let code): "refused \(code.rawValue)"
    case .failed(let code): "failed \(code.rawValue)"
    case nil: "no request yet"
    }
  }

  private var refusal: CallError.Code? {
    if lastAsked.incoming != nil { return lastAsked.refusal }
    if case .refused(let code)? = lastAsked.outcome { return code }
    return nil
  }

  private var refusalText: String {
    guard let call = lastAsked.incoming else { return outcomeText }
    return "incoming \(names.name(call)) " + (lastAsked.refusal.map { "refused \($0.rawValue)" } ?? "was not refused")
  }

  // MARK: Entries

  private func orderFindings(_ entries: [EntryPattern]) -> [ScenarioFailure.Finding] {
    var place = 0
    for (index, entry) in entries.enumerated() {
      guard let next = entryWords[place...].firstIndex(where: entry.matches) else {
        let before = index == 0 ? "" : " after \(journal[place - 1].text)"
        let isElsewhere = entryWords.contains(where: entry.matches)
        return [Self.finding("[\(index)]", "\(entry)\(before)", isElsewhere ? "only before that" : "no such entry")]
      }
      place = next + 1
    }
    return []
  }
}
