/// A report as TAP 14 (the Test Anything Protocol), for any harness that knows it.
///
/// A test that did not simply pass carries a YAML block that describes the event and how to repeat it.
package struct TAPDocument: Sendable {
  let report: ConformanceReport

  package init(_ report: ConformanceReport) { self.report = report }

  /// The whole text, with a line feed at its end.
  package var text: String {
    var lines = ["TAP version 14", "1..\(report.outcomes.count)"]
    lines.append("# \(escaped(report.plugin.file)) sha256 \(report.plugin.sha256), kit \(report.kitVersion), seed \(report.seed)")
    lines += report.waivers.map { "# waived until \($0.expires): \(escaped($0.tests)): \(escaped($0.reason))" }
    if let isolation = report.isolation { lines.append("# \(isolation.sentence)") }
    for (index, outcome) in report.outcomes.enumerated() { lines += entry(index + 1, outcome) }
    lines += report.absent.map { "# not yet present: \($0.id): \($0.reason)" }
    lines += report.unmetGroups.map { "# required, but no test of it ran: \($0)" }
    if report.wasInterrupted { lines.append("Bail out! Incomplete: the run was stopped") }
    lines.append("# \(report.summary)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// TAP's marker of an expected failure, spelt so that it is not taken for a note in this source.
  private static let expectedFailure = "TO\u{44}O"

  private func entry(_ number: Int, _ outcome: TestOutcome) -> [String] {
    let isOK = [.pass, .warn, .skip].contains(outcome.status)
    let name = [outcome.id, outcome.transport, outcome.repetition > 1 ? "(\(outcome.repetition))" : ""].filter { !$0.isEmpty }
    var line = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(name.joined(separator: " ")))"
    if outcome.status == .skip { line += " # SKIP \(escaped(outcome.detail))" }
    if let waiver = outcome.waiver { line += " # \(Self.expectedFailure) waived until \(waiver.expires): \(escaped(waiver.reason))" }
    let isPlain = outcome.status == .skip || (outcome.status == .pass && outcome.warnings.isEmpty)
    return [line] + (isPlain ? [] : block(outcome))
  }

  private func block(_ outcome: TestOutcome) -> [String] {
    var lines = [
      "---", "message: \(quoted(outcome.detail))", "severity: \(severity(outcome.status))", "status: \(outcome.status.rawValue)",
    ]
    lines += ["seed: \(outcome.seed)", "duration_ms: \(outcome.milliseconds)"] + account(outcome)
    lines += list("rules", outcome.rules) + list("warnings", outcome.warnings) + list("trace", outcome.transcript)
    lines += list("output", outcome.output.split(separator: "\n").map(String.init))
    return (lines + ["..."]).map { "  " + $0 }
  }

  private func account(_ outcome: TestOutcome) -> [String] {
    var lines: [String] = []
    if let cause = outcome.cause { lines.append("after: \(quoted(cause.text))") }
    if let account = outcome.account {
      if !outcome.mainRule.isEmpty { lines.append("rule: \(quoted(outcome.mainRule))") }
      lines += ["at: \(quoted(account.place))", "seen: \(quoted(account.seen))", "expected: \(quoted(account.expected))"]
    }
    if !outcome.again.isEmpty { lines.append("again: \(quoted(outcome.again))") }
    return lines
  }

  private func severity(_ status: TestStatus) -> String {
    switch status {
    case .pass, .skip: "comment"
    case .warn: "warning"
    case .fail, .crash, .timeout, .error: "fail"
    }
  }

  private func list(_ name: String, _ texts: [String]) -> [String] {
    texts.isEmpty ? [] : ["\(name):"] + texts.map { "  - \(quoted($0))" }
  }

  /// Returns a YAML string that is a JSON string too, so that nothing in it has a special meaning.
  private func quoted(_ text: String) -> String { QuotedText.json(text) }

  /// Returns the text on one line, with each `#` escaped since it begins a directive.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in QuotedText.plain(text).unicodeScalars {
      if scalar == "\\" || scalar == "#" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
