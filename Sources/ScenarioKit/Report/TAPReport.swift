/// Writes results as TAP 14 (the Test Anything Protocol), so that any harness that knows it can read them.
public struct TAPReport: Sendable {
  /// A report that has nothing in it.
  public init() {}

  /// What stands before the results: the version, and how many there will be.
  public func head(_ count: Int) -> String {
    "TAP version 14\n1..\(count)"
  }

  /// One result, without a line feed at its end.
  ///
  /// `number` counts from 1. A failure carries its findings and its journal as a YAML block.
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

  /// A `#` begins a directive, so one of the author's is escaped; a title stays on its line.
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
