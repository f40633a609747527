/// What is wrong with the table of mutants, and where.
struct MutantTableError: Error, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  var description: String { "\(path):\(line): \(reason)" }
}
