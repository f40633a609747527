// The standard library's own search in strings comes with its regular expressions, 1 MB of machine code.

extension StringProtocol {
  /// Returns true when the text has `part` in it.
  package func includes(_ part: some StringProtocol) -> Bool {
    part.isEmpty || indices.contains { self[$0...].starts(with: part) }
  }

  /// Returns the text with `replacement` in place of each `part`, which is not empty.
  package func substituting(_ part: String, with replacement: String) -> String {
    var (result, rest) = ("", self[...])
    while let character = rest.first {
      if rest.starts(with: part) {
        result += replacement
        rest = rest.dropFirst(part.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
