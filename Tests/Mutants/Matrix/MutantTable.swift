import ConformanceKit
import Foundation

/// The mutants, as mutants.tsv lists them.
struct MutantTable {
  let mutants: [Mutant]

  /// Reads the table.
  /// - Throws: `MutantTableError` with the line that is wrong.
  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var mutants: [Mutant] = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("mutant\t") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 6 else {
        throw MutantTableError(
          path: path, line: place + 1, reason: "\(fields.count) columns, should be 6: mutant build status must may fault")
      }
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
    self.mutants = mutants
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
