internal import CallDirectory
internal import ConformanceHarness

/// The tests of incremental requests, and of tokens.
enum DirectoryChangeTests {
  static let all: [DirectoryTest] = [
    DirectoryTest(
      "directory.incremental", "After an incremental request the entries are those of a full one at the same time", body: incremental),
    DirectoryTest("directory.incremental-twice", "So it is after a second and a third incremental request", body: twice),
    DirectoryTest(
      "directory.all-removals", "An incremental request whose token the directory does not know removes everything first", body: allRemovals
    ),
    DirectoryTest("directory.token", "A token that the directory did not make does no harm", body: token),
  ]

  /// A token that no directory makes.
  private static let foreign = "org.hookswitch.conform/1"
  /// Tokens that break careless code, all within the limits of the contract.
  private static let odd = [
    foreign, "-1", "18446744073709551616", "%s%n%s%n", "\u{202E}Ω/../../etc", String(repeating: "7", count: 1_014),
  ]

  private static func incremental(_ bench: DirectoryBench) throws -> [String] {
    let table = try bench.table()
    bench.changed = try change(bench, table, "an incremental request")
    return []
  }

  private static func twice(_ bench: DirectoryBench) throws -> [String] {
    let table = try bench.table()
    let first = try bench.changed ?? change(bench, table, "an incremental request")
    let second = try change(bench, first, "a second incremental request")
    _ = try change(bench, second, "a third incremental request")
    return []
  }

  /// Makes an incremental request onto a table, and compares the new one with that of the full request.
  private static func change(_ bench: DirectoryBench, _ table: DirectoryTable, _ name: String) throws -> DirectoryTable {
    let (_, outcome) = try bench.succeed(.init(table: table))
    guard outcome.isIncremental else { throw TestSkip("it never sends changes") }
    if let difference = try bench.table().difference(from: outcome.table) {
      throw DirectoryFault(sentence: "after \(name) \(difference.text("full table", "changed one"))")
    }
    return outcome.table
  }

  private static func allRemovals(_ bench: DirectoryBench) throws -> [String] {
    let table = try bench.table()
    // An entry that the directory never had stands for one that has left it since.
    guard let number = (1...).lazy.map({ UInt64($0) }).first(where: { table.entry(of: $0) == nil }) else { return [] }
    // The tokens of a directory are all empty, or none is.
    let token = (table.token ?? "").isEmpty ? "" : foreign
    let old = try bench.altered(table, ["block\t\(number)", "identify\t\(number)\tLeft"], token: token)
    let observation = try bench.make(.init(table: old))
    if observation.error?.code == .cancelled {
      throw TestSkip("it cancels a request with a token that it does not know: \(observation.error?.message ?? "")")
    }
    if let fault = observation.fault { throw fault }
    guard let outcome = observation.outcome, outcome.isIncremental else { throw TestSkip("it never sends changes") }
    if let difference = table.difference(from: outcome.table) {
      let reason = token.isEmpty ? "the token was empty" : "the token was not the directory's own"
      throw DirectoryFault(
        sentence: """
          \(reason), and an entry of the old table stayed: \(difference.text("full table", "changed one")); begin with \
          remove_all_blocking and remove_all_identification then
          """)
    }
    return []
  }

  private static func token(_ bench: DirectoryBench) throws -> [String] {
    let table = try bench.table()
    for token in odd {
      let observation = try bench.make(.init(table: try bench.altered(table, [], token: token), isFull: true))
      if observation.error?.code == .cancelled { continue }
      let name = token.utf8.count > 40 ? "a token of \(token.utf8.count) bytes" : "the token \"\(token)\""
      if var fault = observation.fault {
        fault.sentence = "with \(name): \(fault.sentence)"
        throw fault
      }
      guard let outcome = observation.outcome else { continue }
      if let difference = table.difference(from: outcome.table) {
        throw DirectoryFault(
          sentence: "with \(name) a full request lacks entries: \(difference.text("table without a token", "table with it"))")
      }
    }
    return []
  }
}
