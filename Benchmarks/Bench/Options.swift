/// What the command line asks for.
struct Options {
  /// The parts to run; empty: all.
  var only: [String] = []
  /// Where the figures go for machines.
  var json: String?

  /// Reads arguments.
  ///
  /// - Throws: `UsageError` that says what is wrong and what would be right.
  init(_ arguments: some Sequence<String>, parts: [String]) throws(UsageError) {
    var left = Array(arguments)[...]
    while let argument = left.popFirst() {
      switch argument {
      case "--only":
        guard let value = left.popFirst() else { throw UsageError("--only needs a part: \(parts.joined(separator: ", "))") }
        for name in value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
          guard parts.contains(name) else { throw UsageError("there is no part \"\(name)\"; there are: \(parts.joined(separator: ", "))") }
          only.append(name)
        }
      case "--json":
        guard let value = left.popFirst() else { throw UsageError("--json needs a file") }
        json = value
      default:
        throw UsageError("\"\(argument)\" is no option; there are: --only PART, --json FILE")
      }
    }
  }
}
