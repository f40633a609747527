internal import ConformanceKit
internal import HostConfiguration

/// `hookswitch conform --explain ID` and `--rules`.
enum ConformExplanation {
  static func print(_ id: String, console: Console) throws(CommandError) -> ExitCode {
    guard let text = Explanation.text(for: id) else {
      let near = Suggestion.nearest(to: id, among: Explanation.ids, atMost: 3).joined(separator: ", ")
      throw .usage("conform: \(id) is not a rule or a test; nearest are \(near); --list lists all tests, --rules all rules")
    }
    console.print(text)
    return .success
  }

  static func printRules(console: Console) -> ExitCode {
    console.print(String(TransportRules.markdown().dropLast()))
    return .success
  }
}
