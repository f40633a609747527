/// An error in the table of mutants, and its place.
struct MutantTableError: Error, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  var description: String { "\(path):\(line): \(reason)" }
}
