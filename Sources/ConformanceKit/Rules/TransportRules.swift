/// The rules of the transport ABI, from which the page of rules and every explanation come.
public enum TransportRules {
  /// The chapters, in the order of the page.
  public static let chapters: [RuleChapter] = [
    .file, .loading, .negotiation, .structs, .memory, .threads, .lifeCycle, .leaving, .calls, .states, .actions, .ends, .resets,
    .features, .transfers, .audio, .configuration, .state, .resources, .time, .host,
  ]

  /// Every rule.
  public static let all: [TransportRule] = chapters.flatMap(\.rules)

  /// Returns the rule of that id, as in `HSW-R-014`.
  public static func rule(_ id: String) -> TransportRule? { all.first { $0.id == id } }

  /// Returns the rules that a test checks.
  public static func rules(shownBy test: String) -> [TransportRule] { all.filter { $0.tests.contains(test) } }
}
