/// The fuzzer's order to a child.
package enum FuzzOrder: Sendable, Hashable {
  /// Scripts made from the run's seed, each written to the file before it is played.
  case chunk(FuzzScript.Kind, first: Int, count: Int, file: String)
  /// The script in a file.
  case script(file: String)

  /// The order as one argument.
  var text: String {
    switch self {
    case .chunk(let kind, let first, let count, let file): "chunk \(kind.rawValue) \(first) \(count) \(file)"
    case .script(let file): "script \(file)"
    }
  }

  /// The file that the order names.
  var file: String {
    switch self {
    case .chunk(_, _, _, let file), .script(let file): file
    }
  }

  /// Reads the result of `text`; nil when it is something else.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    if words[0] == "script" {
      self = .script(file: words[1])
      return
    }
    let parts = words[1].split(separator: " ", maxSplits: 3).map(String.init)
    guard words[0] == "chunk", parts.count == 4, let kind = FuzzScript.Kind(rawValue: parts[0]), let first = Int(parts[1]),
      let count = Int(parts[2]), first >= 0, count > 0
    else { return nil }
    self = .chunk(kind, first: first, count: count, file: parts[3])
  }
}
