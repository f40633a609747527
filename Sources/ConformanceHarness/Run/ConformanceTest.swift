/// A test of one property of a transport.
///
/// Each test runs in its own child process, against one descriptor of one plugin.
public struct ConformanceTest: Sendable {
  /// Its name, as in `action.start`; the part before the first dot is its group.
  public let id: String
  /// The party that the test binds, and how strictly.
  public let requirement: Requirement
  /// The property that it tests, in one sentence.
  public let title: String
  /// The real time after which the supervisor ends it; `HSW_TIMEOUT_SCALE` multiplies it.
  public let budget: Duration
  /// True for a test that examines the library itself, or its memory, which no proxy shows.
  package let examinesLibrary: Bool
  /// True for a test whose work several processes may divide: each does its `TestRun.share`.
  package let isDivisible: Bool
  /// The test itself: it returns if the plugin passes, and otherwise throws `TestFailure` or `TestSkip`.
  package let body: @Sendable (TestRun) throws -> Void

  package init(
    _ id: String, _ requirement: Requirement, _ title: String, budget: Duration = .seconds(10), examinesLibrary: Bool = false,
    isDivisible: Bool = false, body: @escaping @Sendable (TestRun) throws -> Void
  ) {
    self.id = id
    self.requirement = requirement
    self.title = title
    self.budget = budget
    self.body = body
    self.isDivisible = isDivisible
    self.examinesLibrary = examinesLibrary || Self.libraryGroups.contains(String(id.prefix { $0 != "." }))
  }

  /// The groups about the library itself, and those that compare both places.
  private static let libraryGroups: Set<String> = [
    "load", "abi", "life", "bad", "thread", "process", "unload", "leak", "handover", "iso", "fuzz",
  ]

  /// Returns the place of the test in a run with that isolation.
  package func place(_ isolation: PluginIsolation) -> PluginIsolation {
    switch isolation {
    case .inside: .inside
    case .apart: .apart
    // Such a test has the library itself, in the process beside it.
    case .process: examinesLibrary ? .apart : .process
    }
  }

  /// The part of the id before the first dot.
  public var group: String { String(id.prefix { $0 != "." }) }
}

/// The party that a test binds, and how strictly.
public enum Requirement: Sendable, Hashable {
  /// Every transport.
  case must
  /// Every transport should; one that does not gets a warning.
  case should
  /// A transport that offers the extension of that id.
  case offered(String)
  /// The host, not the plugin, with which it is tested.
  case host
}

extension Requirement {
  /// The requirement in a word or two: `must`, `should`, `if it offers org.hookswitch.hold`, `the host's own`.
  public var text: String {
    switch self {
    case .must: "must"
    case .should: "should"
    case .offered(let id): "if it offers \(id)"
    case .host: "the host's own"
    }
  }
}
