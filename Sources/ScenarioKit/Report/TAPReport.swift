/// Writes results as TAP 14 (the Test Anything Protocol), which many test harnesses read.
public struct TAPReport: Sendable {
  /// Creates a report writer; it has no settings.
  public init() {}

  /// Returns the lines before the results: the version and the number of results.
  public func head(_ count: Int) -> String {
    "TAP version 14\n1..\(count)"
  }

  /// Returns one result, without a final line feed.
  ///
  /// `number` counts from 1. A failure includes its findings and its journal as a YAML block.
  public func line(_ number: Int, _ result: ScenarioResult) -> String {
    let scenario = result.scenario
    let rules = scenario.rules.isEmpty ? "" : " # " + (["rules"] + scenario.rules.map(Self.escaped)).joined(separator: " ")
    let line = "\(result.failure == nil ? "ok" : "not ok") \(number) - \(Self.escaped(scenario.title))\(rules)"
    return ([line] + (result.failure.map { block($0, result) } ?? [])).joined(separator: "\n")
  }

  private func block(_ failure: ScenarioFailure, _ result: ScenarioResult) -> [String] {
    var lines = [
      "---", "file: \(TextQuoting.quoted(result.scenario.file))", "line: \(failure.line)", "step: \(failure.step)",
      "time: \(TextQuoting.quoted(SecondsText.of(failure.time)))", "findings:",
    ]
    for finding in failure.findings {
      lines.append("  - path: \(TextQuoting.quoted(finding.path))")
      lines.append("    expected: \(TextQuoting.quoted(finding.expected))")
      lines.append("    found: \(TextQuoting.quoted(finding.found))")
    }
    lines.append(result.journal.isEmpty ? "journal: []" : "journal:")
    for entry in result.journal {
      lines.append("  - \(TextQuoting.quoted("\(SecondsText.of(entry.time))  \(entry.text)"))")
    }
    return (lines + ["..."]).map { "  " + $0 }
  }

  /// Escapes a `#`, which would begin a directive, and replaces control characters, which could end the line.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "#": result += "\\#"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
