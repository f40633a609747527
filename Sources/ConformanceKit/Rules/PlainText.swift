/// Converts Markdown for a terminal: no marks, links as their words and address, lines of a readable length.
enum PlainText {
  private static let width = 100

  /// Returns the text in lines of at most `width` characters, unless a word is longer.
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

  /// Returns the code indented by four columns.
  static func indented(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
  }

  /// Turns `[words](address)` into `words (address)`, and removes the quotes of code.
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
