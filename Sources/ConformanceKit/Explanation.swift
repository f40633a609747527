public import ConformanceDirectory
internal import ConformanceFuzzing
public import ConformanceHarness
public import ConformanceReport
internal import ConformanceRules
public import ConformanceSupervisor

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
    let present = Catalogue.tests.map(\.id) + Catalogue.directoryTests.map(\.id) + Catalogue.hostRows.map(\.id)
    let named = present + Catalogue.absent.map(\.id) + TransportRules.all.flatMap(\.tests)
    return named.filter { seen.insert($0).inserted }
  }

  private static func explanation(ofTest id: String) -> String {
    ([heading(ofTest: id)] + TransportRules.rules(shownBy: id).map(\.explanation)).joined(separator: "\n\n")
  }

  private static func heading(ofTest id: String) -> String {
    if let test = Catalogue.test(id) {
      return """
        \(id) (\(test.requirement.text); at most \(test.budget.components.seconds) s)

        \(test.title)

        Run it alone: hookswitch conform PLUGIN.so --test \(id)
        """
    }
    if let test = Catalogue.directoryTests.first(where: { $0.id == id }) {
      return """
        \(id) (\(DirectoryTest.requirement); of call directories: --directory)

        \(test.title)

        Run it alone: hookswitch conform --directory FILE --test \(id)
        """
    }
    if let row = Catalogue.hostRows.first(where: { $0.id == id }) {
      let places = row.files.map { "\n  Tests/\($0.path)" }.joined()
      return "\(id) (\(HostRow.reason))\n\n\(row.title)\n\nPlayed by:\(places)"
    }
    guard let absent = Catalogue.absent.first(where: { $0.id == id }) else { return id }
    return "\(id) (not yet present: \(absent.reason))\n\n\(absent.title)"
  }
}

/// All tests of the kit, in the order in which they run.
public enum Catalogue {
  /// The tests that exist.
  public static let tests: [ConformanceTest] =
    LoadTests.all + AbiTests.all + LifeTests.all + BadTests.all + UnloadTests.all + ActionTests.all + HoldTests.all + MuteTests.all
    + DTMFTests.all + GroupTests.all + TransferTests.all + DeflectTests.all + LineTests.all + ErrorTests.all + HealthTests.all
    + DiagTests.all + TimeTests.all + ThreadTests.all + ProcessTests.all + ReentTests.all + MediaTests.all + ConfigTests.all
    + StateTests.all + HandoverTests.all + LeakTests.all + LeakTests.slopes + ResetTests.all + IsoTests.all + FuzzTests.all
    + farEndTests + AbiTests.memory + BadTests.memory + MediaTests.long + TimeTests.clocks

  /// The tests whose oracle is the far end, and those about the second time and about odd negotiations.
  private static let farEndTests: [ConformanceTest] =
    NegotiationTests.all + OrderTests.all + DrainTests.all + EffectTests.all + CrossingTests.all + ManyTests.all + AgainTests.all
    + HandleTests.all + ConfigCallTests.all

  /// The tests of call directories.
  public static let directoryTests: [DirectoryTest] = DirectoryTest.all
  /// The rows that judge a host and no transport; no run plays them.
  public static let hostRows: [HostRow] = HostRow.all
  /// The tests that do not exist yet.
  public static let absent: [AbsentTest] = AbsentTest.all

  /// Returns the test of that id.
  public static func test(_ id: String) -> ConformanceTest? { tests.first { $0.id == id } }
}

extension Supervisor {
  /// Prepares a run of the plugin at `path`: inspects the file and chooses the tests, but runs nothing.
  /// - Throws: a description of the error in the settings or the file.
  public init(path: String, settings: ConformanceSettings) throws(ConformanceError) {
    try self.init(
      path: path, settings: settings, catalogue: Catalogue.tests, absent: Catalogue.absent,
      otherTests: Catalogue.directoryTests.map(\.id), program: try ChildProgram.find())
  }
}

extension ConformanceChild {
  /// Runs the test that `words`, the arguments after the verb, ask for, and writes its result.
  ///
  /// - Returns: the process's exit code: 0 whatever the result, which is in the record.
  package static func run(_ words: [String]) -> Int32 {
    run(words) { order in
      guard let text = order.fuzz else { return Catalogue.test(order.test) }
      return FuzzOrder(text).map { FuzzBody.test($0, id: order.test) }
    }
  }
}

extension AbsentTest {
  /// All tests that do not exist yet: none at present.
  static let all: [AbsentTest] = []
}
