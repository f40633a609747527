import ConformanceKit
import Foundation

/// A row of hosts.tsv: a host, a runner or a proxy with one fault.
struct HostMutant {
  /// As in the table: `h05`, `p01`.
  let name: String
  /// The rows that find it, all of them.
  let rows: [String]
  /// The fault in words.
  let fault: String
}

/// The mutants, as mutants.tsv, directories.tsv, wrong.tsv and hosts.tsv list them.
struct MutantTable {
  let mutants: [Mutant]
  let hosts: [HostMutant]

  /// Reads the table.
  /// - Throws: `MutantTableError` with the line that is wrong.
  init(path: String) throws {
    let folder = path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)]
    mutants = try ["directories.tsv", "wrong.tsv"].reduce(Self.mutants(path)) { try $0 + Self.mutants(folder + $1) }
    hosts = try Self.lines(of: folder + "hosts.tsv", columns: "mutant row fault").map {
      HostMutant(name: $0.fields[0], rows: Self.list($0.fields[1]), fault: $0.fields[2])
    }
  }

  private static func mutants(_ path: String) throws -> [Mutant] {
    var mutants: [Mutant] = []
    for (place, fields) in try Self.lines(of: path, columns: "mutant build status must may fault") {
      // A rule that no file can show wrong.
      if fields[1] == "exempt" { continue }
      let words = fields[2].split(separator: "|")
      let statuses = words.compactMap { TestStatus(rawValue: String($0)) }
      guard statuses.count == words.count, !statuses.isEmpty else {
        throw MutantTableError(path: path, line: place + 1, reason: "'\(fields[2])' is not a status of a test")
      }
      mutants.append(
        Mutant(
          name: fields[0], isAbsent: fields[1] == "absent", statuses: Set(statuses), must: Self.list(fields[3]), may: Self.list(fields[4]),
          fault: fields[5]))
    }
    return mutants
  }

  /// The rows of a table, each with the index of its line.
  private static func lines(of path: String, columns: String) throws -> [(place: Int, fields: [String])] {
    let count = columns.split(separator: " ").count
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines: [(place: Int, fields: [String])] = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("mutant\t") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == count else {
        throw MutantTableError(path: path, line: place + 1, reason: "\(fields.count) columns, should be \(count): \(columns)")
      }
      lines.append((place, fields))
    }
    return lines
  }

  private static func list(_ field: String) -> [String] {
    field == "-" ? [] : field.split(separator: ",").map(String.init)
  }
}

/// An error in the table of mutants, and its place.
struct MutantTableError: Error, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  var description: String { "\(path):\(line): \(reason)" }
}
