/// Markdown as a terminal shows it: no marks, links as their words and their address, lines of a readable length.
enum PlainText {
  private static let width = 100

  /// The text in lines of at most `width` characters, as far as its words allow.
  static func paragraph(_ text: String) -> String {
    var lines: [String] = []
    for word in unmarked(text).split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The code four columns further right.
  static func indented(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
  }

  /// `[words](address)` becomes `words (address)`; code loses its quotes.
  private static func unmarked(_ text: String) -> String {
    var plain = ""
    for character in text where character != "`" && character != "[" {
      if character == "(", plain.last == "]" {
        plain.removeLast()
        plain += " "
      }
      plain.append(character)
    }
    return plain
  }
}
