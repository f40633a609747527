internal import StrictJSON

/// A report for a terminal, or for the log of a CI server: only tests that did not simply pass.
package struct ConsoleText: Sendable {
  /// The emphasis of a word, where there is colour.
  package enum Emphasis: Sendable { case good, bad, doubtful, faint }

  private let command: String
  /// True for a run whose tests make random choices.
  private let hasSeed: Bool
  private let paint: @Sendable (String, Emphasis) -> String

  /// - Parameters:
  ///   - plugin: the plugin as the user named it, for the line that runs a test again.
  ///   - paint: gives a word its colour, or returns it unchanged.
  package init(plugin: String, paint: @escaping @Sendable (String, Emphasis) -> String = { text, _ in text }) {
    (command, hasSeed) = ("hookswitch conform \(RepeatCommand.quoted(plugin))", true)
    self.paint = paint
  }

  /// - Parameters:
  ///   - directory: the call directory as the user named it.
  ///   - paint: gives a word its colour, or returns it unchanged.
  package init(directory: String, paint: @escaping @Sendable (String, Emphasis) -> String = { text, _ in text }) {
    (command, hasSeed) = ("hookswitch conform --directory \(RepeatCommand.quoted(directory))", false)
    self.paint = paint
  }

  /// Returns the text on one outcome; nil for a simple pass and a skip.
  package func entry(_ outcome: TestOutcome) -> String? {
    guard outcome.again.isEmpty else { return entry(outcome, again: outcome.again) }
    let place = outcome.ranApart ? " --isolation process" : ""
    let seed = hasSeed ? " --seed \(outcome.seed)" : ""
    return entry(outcome, again: "\(command) --test \(outcome.id)\(seed)\(place)")
  }

  /// Returns the same text with another command that runs the test again.
  package func entry(_ outcome: TestOutcome, again: String) -> String? {
    guard outcome.status != .skip, outcome.status != .pass || !outcome.warnings.isEmpty else { return nil }
    var lines = [head(outcome)]
    if !outcome.detail.isEmpty { lines.append("  \(outcome.status.rawValue): \(QuotedText.plain(outcome.detail))") }
    lines += outcome.warnings.filter { $0 != outcome.detail }.map { "  note: \(QuotedText.plain($0))" }
    if let waiver = outcome.waiver { lines.append("  waived until \(waiver.expires): \(QuotedText.plain(waiver.reason))") }
    guard outcome.isHeldAgainst || outcome.status == .error else { return lines.joined(separator: "\n") }
    lines += account(outcome)
    lines += block("last calls", outcome.transcript)
    lines += block("output", outcome.output.split(separator: "\n").map(String.init).suffix(20))
    lines.append(paint("  again: \(again)", .faint))
    return lines.joined(separator: "\n")
  }

  /// Returns the text at the end of a report; its last line is the summary.
  package func closing(_ report: ConformanceReport) -> String {
    var lines: [String] = []
    let needed = Set(report.outcomes.compactMap(\.waiver))
    lines += report.waivers.filter { waiver in report.outcomes.contains { waiver.covers($0.id) } }.map { waiver in
      let word = needed.contains(waiver) ? "waived" : "waived, but no longer needed"
      return "\(word) until \(waiver.expires): \(waiver.tests): \(QuotedText.plain(waiver.reason))"
    }
    if !report.absent.isEmpty {
      lines.append(paint("not yet present: \(report.absent.map(\.id).joined(separator: ", "))", .faint))
    }
    lines += report.unmetGroups.map { paint("required, but no test of it ran: \($0)", .bad) }
    if report.outcomes.isEmpty { lines.append("nothing ran: no test has that name and level; --list shows all") }
    if report.wasInterrupted { lines.append("incomplete: the run was stopped; its results are no verdict") }
    let following = report.failures.count { $0.cause != nil }
    if following > 0 {
      lines.append("\(following) of the failures \(following == 1 ? "comes" : "come") after another one: mend that first, and run again")
    }
    lines.append(paint(report.summary, report.isGood ? .good : .bad))
    return lines.joined(separator: "\n")
  }

  private func head(_ outcome: TestOutcome) -> String {
    let emphasis: Emphasis = outcome.isHeldAgainst ? .bad : outcome.status == .pass ? .good : .doubtful
    let name = [outcome.id, outcome.transport, outcome.repetition > 1 ? "(\(outcome.repetition))" : ""].filter { !$0.isEmpty }
    let after = outcome.cause.map { "\n  after \($0.text)" } ?? ""
    return "\(paint(outcome.status.rawValue.uppercased(), emphasis)) \(name.joined(separator: " "))\(after)\n  shows: \(outcome.title)"
  }

  /// Returns the lines on rule, place and expectation.
  private func account(_ outcome: TestOutcome) -> [String] {
    var lines: [String] = []
    if let account = outcome.account {
      if !account.expected.isEmpty, account.expected != outcome.title { lines.append("  expected: \(QuotedText.plain(account.expected))") }
      lines.append("  at: \(QuotedText.plain(account.place))")
    }
    if let title = outcome.account?.ruleTitle, !title.isEmpty { lines.append("  rule: \(outcome.mainRule): \(title)") }
    let others = outcome.rules.filter { $0 != outcome.mainRule || outcome.account?.ruleTitle.isEmpty != false }
    let word = others.count == outcome.rules.count ? "rules" : "other rules of this test"
    if !others.isEmpty { lines.append(paint("  \(word): \(others.joined(separator: ", "))", .faint)) }
    return lines
  }

  private func block(_ name: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["  \(name):"] + lines.map { "    \(QuotedText.plain($0))" }
  }
}

/// Makes the text of a plugin or an author safe for the place to which it is written.
package enum QuotedText {
  /// Returns a JSON string without control characters, not even those that JSON allows.
  static func json(_ text: String) -> String { JSONValue.quote(plain(text, keepsLines: true)) }

  /// Returns `text` without control characters, which a terminal would obey, and on one line unless it may keep its lines.
  package static func plain(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && (scalar == "\n" || scalar == "\t"): result.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate: result.append(" ")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns `text`, or its beginning and its length: a plugin's text may be of any length.
  package static func shortened(_ text: String, to limit: Int = 400) -> String {
    guard text.utf8.count > limit else { return text }
    return "\(text.prefix(limit))… (\(text.utf8.count) bytes)"
  }

  /// Returns text as XML 1.0 takes it, in elements and in attributes.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in plain(text, keepsLines: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      // These are no XML characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns text for a cell of a Markdown table.
  static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in plain(text).unicodeScalars {
      if "\\`*_[]<>|#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
