internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceRules

/// The text that `hookswitch conform --explain` prints: a rule, or a test with its rules.
public enum Explanation {
  /// Returns the explanation of `HSW-R-014` or of `action.start`; nil if there is no such rule or test.
  ///
  /// Case does not matter.
  public static func text(for id: String) -> String? {
    if let rule = TransportRules.rule(id.uppercased()) { return rule.explanation }
    return testIDs.first { $0 == id.lowercased() }.map(explanation(ofTest:))
  }

  /// The ids of all rules and tests.
  public static var ids: [String] { TransportRules.all.map(\.id) + testIDs }

  /// The ids of all tests that a rule or the catalogue names.
  private static var testIDs: [String] {
    var seen: Set<String> = []
    let named = Catalogue.tests.map(\.id) + Catalogue.absent.map(\.id) + TransportRules.all.flatMap(\.tests)
    return named.filter { seen.insert($0).inserted }
  }

  private static func explanation(ofTest id: String) -> String {
    ([heading(ofTest: id)] + TransportRules.rules(shownBy: id).map(\.explanation)).joined(separator: "\n\n")
  }

  private static func heading(ofTest id: String) -> String {
    if let test = Catalogue.test(id) {
      return "\(id) (\(test.requirement.text); at most \(test.budget.components.seconds) s)\n\n\(test.title)"
    }
    guard let absent = Catalogue.absent.first(where: { $0.id == id }) else { return id }
    return "\(id) (not yet present: \(absent.reason))\n\n\(absent.title)"
  }
}
