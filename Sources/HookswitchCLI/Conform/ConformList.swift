internal import ConformanceKit

/// `hookswitch conform --list`: lists the tests without running them.
struct ConformList {
  /// A test in the JSON output.
  private struct Row: Encodable {
    var id: String
    var requirement: String
    var title: String
    var present: Bool
    var reason: String?
    /// True for a row that judges a host and no transport.
    var isForHosts = false

    enum CodingKeys: CodingKey { case id, requirement, title, present, reason }
  }

  let console: Console

  func print(_ arguments: Arguments) throws(CommandError) -> ExitCode {
    if arguments.has(ConformDirectory.option) { return try print(directoryRows(arguments), arguments) }
    let selection: TestSelection
    do throws(ConformanceError) {
      selection = try ConformOptions.selection(arguments, ProjectFile())
    } catch {
      throw .usage("conform: \(error)")
    }
    return try print(rows(selection), arguments)
  }

  private func directoryRows(_ arguments: Arguments) -> [Row] {
    let settings = ConformDirectory.selection(arguments)
    return Catalogue.directoryTests.filter { settings.contains($0.id) }
      .map { Row(id: $0.id, requirement: DirectoryTest.requirement, title: $0.title, present: true) }
  }

  private func print(_ rows: [Row], _ arguments: Arguments) throws(CommandError) -> ExitCode {
    if arguments.has("--json") {
      try console.printJSON(rows)
    } else {
      console.print(text(rows))
    }
    return rows.isEmpty ? .nothingDone : .success
  }

  private func rows(_ selection: TestSelection) -> [Row] {
    let present = Catalogue.tests.filter { selection.contains($0.id) }
      .map { Row(id: $0.id, requirement: $0.requirement.text, title: $0.title, present: true) }
    let host = Catalogue.hostRows.filter { selection.contains($0.id) }
      .map { Row(id: $0.id, requirement: Requirement.host.text, title: $0.title, present: false, reason: HostRow.reason, isForHosts: true) }
    let absent = Catalogue.absent.filter { selection.contains($0.id) }
      .map { Row(id: $0.id, requirement: "", title: $0.title, present: false, reason: $0.reason) }
    return present + host + absent
  }

  private func text(_ rows: [Row]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    let lines = rows.map { row in
      let name = row.id + String(repeating: " ", count: width - row.id.count)
      let word = row.present ? row.requirement : (row.isForHosts ? "" : "not yet present: ") + (row.reason ?? "")
      return "\(name)  \(row.title) \(console.styled("(\(word))", .dim))"
    }
    let counts = [
      "\(rows.count(where: \.present)) tests", "\(rows.count(where: \.isForHosts)) rows for hosts",
      "\(rows.count { !$0.present && !$0.isForHosts }) not yet present",
    ]
    return (lines + [counts.joined(separator: ", ")]).joined(separator: "\n")
  }
}
