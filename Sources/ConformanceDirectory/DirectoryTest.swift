internal import ConformanceHarness
internal import ConformanceReport

/// A test of one property of a call directory.
///
/// A plugin runs in the helper's process, through the host's own code (`DirectoryLoad`): the kit never opens it.
public struct DirectoryTest: Sendable {
  /// Its name, as in `directory.order`.
  public let id: String
  /// The property that it tests, in one sentence.
  public let title: String
  /// True for a test that applies to plugins alone, and not to programs that write records.
  let isForPlugins: Bool
  /// The test itself: it returns notes if the directory passes, and otherwise throws `DirectoryFault` or `TestSkip`.
  let body: @Sendable (DirectoryBench) throws -> [String]

  init(
    _ id: String, _ title: String, isForPlugins: Bool = false,
    body: @escaping @Sendable (DirectoryBench) throws -> [String] = { _ in [] }
  ) {
    (self.id, self.title, self.isForPlugins, self.body) = (id, title, isForPlugins, body)
  }

  /// All tests of directories, in the order in which they run.
  public static let all: [DirectoryTest] = DirectoryRequestTests.all + DirectoryChangeTests.all + DirectoryRefusalTests.all

  /// The words for the requirement, in lists: every directory must pass each test.
  public static let requirement = "must"
}

/// The directory broke a rule.
struct DirectoryFault: Error, Hashable, Sendable {
  /// The test that finds it when the first request of a run breaks the rule; empty for a fault of the kit's surroundings.
  var test = ""
  /// The status of that test.
  var status = TestStatus.fail
  /// The fault, in one sentence.
  var sentence: String
}
