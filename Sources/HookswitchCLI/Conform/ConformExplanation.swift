internal import ConformanceKit

/// `hookswitch conform --explain ID` and `--rules`.
enum ConformExplanation {
  static func print(_ id: String, console: Console) throws(CommandError) -> ExitCode {
    guard Explanation.isKnown(id) else {
      let near = Explanation.nearest(to: id).joined(separator: ", ")
      throw .usage("conform: \(id) is not a rule or a test; nearest are \(near); --list lists all tests, --rules all rules")
    }
    console.print(Explanation.text(for: id))
    return .success
  }

  static func printRules(console: Console) -> ExitCode {
    console.print(String(TransportRules.markdown().dropLast()))
    return .success
  }
}
