internal import CallDirectory
internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceSupervisor
internal import TransportABI

/// The tests of full requests.
enum DirectoryRequestTests {
  static let all: [DirectoryTest] = [
    DirectoryTest(
      "directory.describe", "The library loads in the helper, and its descriptor has an id, a name, a version and a license",
      isForPlugins: true),
    DirectoryTest("directory.order", "Numbers ascend, and none is blocked twice or has a label twice"),
    DirectoryTest("directory.entries", "Numbers are whole ones from 1 to 9223372036854775806, labels plain text of 1 to 256 bytes"),
    DirectoryTest("directory.full", "A full request has no removal, and ends by complete", body: full),
    DirectoryTest("directory.once", "Nothing follows complete", isForPlugins: true, body: once),
    DirectoryTest("directory.crash", "The process of a request ends without a signal, with exit code 0, soon after complete", body: crash),
    DirectoryTest("directory.again", "A second full request has the same entries, though a token comes with it", body: again),
  ]

  private static func full(_ bench: DirectoryBench) throws -> [String] {
    let first = try bench.first()
    let status = hsw_status(truncatingIfNeeded: Int64(bitPattern: first.witness?[.status] ?? 0))
    if first[.returned] == 1, status != HSW_OK, status != HSW_PENDING {
      throw DirectoryFault(sentence: "begin_request returned \(status) after complete; HSW_OK says that the request is over")
    }
    return []
  }

  private static func once(_ bench: DirectoryBench) throws -> [String] {
    let count = try bench.first()[.usesAfterEnd]
    guard count == 0 else {
      throw DirectoryFault(sentence: "the plugin used \(count == 1 ? "a function" : "\(count) functions") of the host after complete")
    }
    return []
  }

  private static func crash(_ bench: DirectoryBench) throws -> [String] {
    let first = try bench.first()
    bench.endsBadly = true
    if let death = first.death { throw death }
    guard let end = first.end else { throw ConformanceError.kit("the end of the process is unknown") }
    guard !end.wasKilled else {
      throw DirectoryFault(
        status: .timeout, sentence: "the process was still there two seconds after complete, and the host ended it\(first.lastWords)")
    }
    guard end.exitCode == 0 else {
      throw DirectoryFault(sentence: "the program ended with exit code \(end.exitCode) after complete\(first.lastWords)")
    }
    bench.endsBadly = false
    return []
  }

  private static func again(_ bench: DirectoryBench) throws -> [String] {
    let table = try bench.table()
    // The token of a table without one stands for a table of an earlier version of the directory.
    let (_, outcome) = try bench.succeed(.init(table: table, isFull: true))
    if let difference = table.difference(from: outcome.table) {
      throw DirectoryFault(sentence: "the second full request differs from the first: \(difference.text("first", "second"))")
    }
    return []
  }
}

extension DirectoryTable.Difference {
  /// The difference as a sentence.
  ///
  /// - Parameters:
  ///   - one: the word for the first table.
  ///   - other: the word for the other one.
  func text(_ one: String, _ other: String) -> String {
    "\(number) is \(Self.text(here)) in the \(one), and \(Self.text(there)) in the \(other)"
  }

  private static func text(_ entry: DirectoryTable.Entry?) -> String {
    guard let entry else { return "missing" }
    let labels = entry.labels.map { QuotedText.plain("\"\($0)\"") }.joined(separator: " and ")
    if labels.isEmpty { return "blocked" }
    return entry.isBlocked ? "blocked and called \(labels)" : "called \(labels)"
  }
}
