internal import ConformanceKit

/// `hookswitch conform --explain ID`.
enum ConformExplanation {
  static func print(_ id: String, console: Console) throws(CommandError) -> ExitCode {
    if let absent = Catalogue.absent.first(where: { $0.id == id }) {
      console.print("\(id) (not yet present: \(absent.reason))\n\n\(absent.title)")
      return .success
    }
    guard let test = Catalogue.test(id) else {
      let names = Catalogue.tests.map(\.id)
      throw .usage("conform: there is no test \(id)\(Suggestion.text(for: id, among: names)); hookswitch conform --list lists all")
    }
    let budget = test.budget.components.seconds
    console.print("\(id) (\(test.requirement.text); at most \(budget) s)\n\n\(test.title)")
    return .success
  }
}
