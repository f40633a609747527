/// A report as JUnit's XML, which every CI server shows, with a suite for each group of each transport.
package struct JUnitDocument: Sendable {
  let report: ConformanceReport

  package init(_ report: ConformanceReport) { self.report = report }

  /// The whole text, with a line feed at its end.
  package var text: String {
    let head = "<testsuites name=\"hookswitch conform\" \(counts(report.outcomes)) time=\"\(seconds(report.milliseconds))\">"
    let lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head] + suites.flatMap(suite) + ["</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The outcomes by transport and group, in order of first appearance.
  private var suites: [(name: String, outcomes: [TestOutcome])] {
    var names: [String] = []
    var members: [String: [TestOutcome]] = [:]
    for outcome in report.outcomes {
      let name = suiteName(outcome)
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(outcome)
    }
    return names.map { ($0, members[$0] ?? []) }
  }

  private func suiteName(_ outcome: TestOutcome) -> String {
    outcome.transport.isEmpty ? outcome.group : "\(outcome.transport) \(outcome.group)"
  }

  private func suite(_ name: String, _ outcomes: [TestOutcome]) -> [String] {
    let time = seconds(outcomes.reduce(0) { $0 + $1.milliseconds })
    let head = "  <testsuite name=\"\(QuotedText.xml(name))\" \(counts(outcomes)) time=\"\(time)\">"
    return [head] + properties + outcomes.flatMap { testCase($0, in: name) } + ["  </testsuite>"]
  }

  private var properties: [String] {
    let values = [
      ("plugin", report.plugin.file), ("sha256", report.plugin.sha256), ("kit", report.kitVersion), ("seed", String(report.seed)),
    ]
    let stop =
      report.wasInterrupted ? [("incomplete", "\(report.outcomes.count) of \(max(report.planned, report.outcomes.count)) tests ran")] : []
    let waivers = report.waivers.map { ("waiver", "\($0.tests) until \($0.expires): \($0.reason)") }
    let lines = (values + stop + waivers).map { "      <property name=\"\($0)\" value=\"\(QuotedText.xml($1))\"/>" }
    return ["    <properties>"] + lines + ["    </properties>"]
  }

  private func testCase(_ outcome: TestOutcome, in suite: String) -> [String] {
    let name = outcome.repetition > 1 ? "\(outcome.id) (\(outcome.repetition))" : outcome.id
    let head =
      "    <testcase classname=\"\(QuotedText.xml(suite))\" name=\"\(QuotedText.xml(name))\" time=\"\(seconds(outcome.milliseconds))\">"
    let output = outcome.output.isEmpty ? [] : ["      <system-out>\(QuotedText.xml(outcome.output))</system-out>"]
    return [head] + verdict(outcome) + output + ["    </testcase>"]
  }

  private func verdict(_ outcome: TestOutcome) -> [String] {
    if let waiver = outcome.waiver {
      let message = "waived until \(waiver.expires): \(waiver.reason) (\(outcome.status.rawValue): \(outcome.detail))"
      return ["      <skipped message=\"\(QuotedText.xml(message))\"/>"]
    }
    let message = QuotedText.xml(outcome.detail)
    let lines = ["seed \(outcome.seed)"] + account(outcome) + outcome.rules + outcome.warnings + outcome.transcript
    let text = QuotedText.xml(lines.joined(separator: "\n"))
    switch outcome.status {
    case .pass, .warn: return []
    case .skip: return ["      <skipped message=\"\(message)\"/>"]
    case .fail: return ["      <failure type=\"fail\" message=\"\(message)\">\(text)</failure>"]
    case .crash, .timeout, .error:
      return ["      <error type=\"\(outcome.status.rawValue)\" message=\"\(message)\">\(text)</error>"]
    }
  }

  private func account(_ outcome: TestOutcome) -> [String] {
    var lines = outcome.cause.map { ["after \($0.text)"] } ?? []
    if let account = outcome.account {
      if !outcome.mainRule.isEmpty { lines.append("rule \(outcome.mainRule)") }
      lines += ["at \(account.place)", "seen: \(account.seen)", "expected: \(account.expected)"]
    }
    return outcome.again.isEmpty ? lines : lines + ["again: \(outcome.again)"]
  }

  private func counts(_ outcomes: [TestOutcome]) -> String {
    let held = outcomes.filter { $0.waiver == nil }
    let failures = held.count { $0.status == .fail }
    let errors = held.count { [.crash, .timeout, .error].contains($0.status) }
    let skipped = outcomes.count { $0.status == .skip || $0.waiver != nil }
    return "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  private func seconds(_ milliseconds: Int64) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
