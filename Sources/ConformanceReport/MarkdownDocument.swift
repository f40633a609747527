/// A report as a page for a project's README or release notes, with the plugin's results by group.
package struct MarkdownDocument: Sendable {
  let report: ConformanceReport

  package init(_ report: ConformanceReport) { self.report = report }

  /// The whole text, with a line feed at its end.
  package var text: String {
    let parts = [head, table, failures, waivers, absent, "**\(report.summary)**"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var head: String {
    let known = report.plugin.transports.map { ($0.id, $0.version) } + (report.plugin.directory.map { [($0.id, $0.version)] } ?? [])
    let names = known.filter { !$0.0.isEmpty }.map { $0.1.isEmpty ? $0.0 : "\($0.0) \($0.1)" }
    let choice = report.plugin.directory == nil ? "Level a choice of tests" : "The tests of call directories"
    let level = report.level.map { "Level `\($0.rawValue)`" } ?? choice
    let word = report.isGood ? "conforms" : report.exitCode == 1 ? "does not conform" : "was not completely tested"
    return """
      ## Conformance of \(QuotedText.markdown(names.isEmpty ? report.plugin.file : names.joined(separator: ", ")))

      \(level): **\(word)** (kit \(report.kitVersion), seed \(report.seed), sha256 `\(report.plugin.sha256.prefix(16))`)
      """
  }

  private var table: String {
    var groups: [String] = []
    for outcome in report.outcomes where !groups.contains(outcome.group) { groups.append(outcome.group) }
    let rows = groups.map { group in
      let outcomes = report.outcomes.filter { $0.group == group }
      func count(_ statuses: TestStatus...) -> Int { outcomes.count { statuses.contains($0.status) } }
      let badge = outcomes.contains(where: \.isHeldAgainst) ? "✗" : count(.error) > 0 ? "!" : count(.pass, .warn) > 0 ? "✓" : "–"
      return
        "| \(group) | \(badge) | \(count(.pass)) | \(count(.warn)) | \(count(.fail, .crash, .timeout)) | \(count(.skip)) | \(count(.error)) |"
    }
    return (["| Group | | Passed | Warned | Failed | Skipped | Errors |", "|---|---|---|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  private var failures: String {
    let told = report.notable.filter { $0.status.isFailure || $0.status == .error || $0.status == .warn }
    guard !told.isEmpty else { return "" }
    let rows = told.map { outcome in
      let word = outcome.waiver == nil ? outcome.status.rawValue : "\(outcome.status.rawValue), waived"
      return "| `\(outcome.id)` | \(word) | \(QuotedText.markdown(account(outcome))) |"
    }
    let repeats = told.filter { $0.status.isFailure && !$0.again.isEmpty }.map { "    \(QuotedText.plain($0.again))" }
    let again = repeats.isEmpty ? [] : ["", "To see a failure again, alone:", ""] + repeats
    return (["| Test | | What happened |", "|---|---|---|"] + rows + again).joined(separator: "\n")
  }

  private func account(_ outcome: TestOutcome) -> String {
    guard let account = outcome.account else { return outcome.detail }
    let rule = outcome.mainRule.isEmpty ? "" : "\(outcome.mainRule): "
    let after = outcome.cause.map { "after \($0.text): " } ?? ""
    let expected = outcome.detail.contains(account.expected) ? "" : "; expected: \(account.expected)"
    return "\(after)\(rule)\(outcome.detail) (at \(account.place)\(expected))"
  }

  private var waivers: String {
    report.waivers.map { "- Waived until \($0.expires): `\($0.tests)`: \(QuotedText.markdown($0.reason))" }.joined(separator: "\n")
  }

  private var absent: String {
    guard !report.absent.isEmpty else { return "" }
    return "Not yet present: " + report.absent.map { "`\($0.id)`" }.joined(separator: ", ") + "."
  }
}
