/// The text that `hookswitch conform --explain` prints: a rule, or a test with its rules.
public enum Explanation {
  /// Returns the explanation of `HSW-R-014` or of `action.start`.
  ///
  /// Case does not matter. If there is no such rule or test, the text names the nearest ones; ``isKnown(_:)`` returns false then.
  public static func text(for id: String) -> String {
    if let rule = rule(id) { return rule.explanation }
    if let test = testIDs.first(where: { $0 == id.lowercased() }) { return explanation(ofTest: test) }
    return "There is no rule and no test \(id). Nearest: \(nearest(to: id).joined(separator: ", "))."
  }

  /// Returns true if there is a rule or a test of that id.
  public static func isKnown(_ id: String) -> Bool { rule(id) != nil || testIDs.contains(id.lowercased()) }

  /// Returns the ids that are most similar to this one, the best first.
  public static func nearest(to id: String, atMost count: Int = 3) -> [String] {
    let wanted = id.lowercased()
    let known = TransportRules.all.map(\.id) + testIDs
    let ranked = known.map { (id: $0, distance: EditDistance.between(wanted, $0.lowercased())) }
    return ranked.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(count).map(\.id)
  }

  private static func rule(_ id: String) -> TransportRule? { TransportRules.rule(id.uppercased()) }

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
