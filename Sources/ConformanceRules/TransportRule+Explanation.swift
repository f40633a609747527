extension TransportRule {
  /// The rule as plain text, for a terminal.
  package var explanation: String {
    """
    \(id) (\(level.rawValue)): \(title)

    \(TerminalText.paragraph(text))

    \(TerminalText.paragraph("Why: " + why))

    \(TerminalText.paragraph("When it is broken: " + consequence))

    \(TerminalText.paragraph("Shown by: " + shownBy))

    \(c.explanation("C"))

    \(swift.explanation("Swift"))
    """
  }

  /// A sentence that names the rule's tests.
  private var shownBy: String {
    switch proof {
    case .tests(let ids): ids.joined(separator: ", ") + "."
    case .notTestable(let reason): "no test. \(reason)"
    }
  }
}

extension RuleExample {
  fileprivate func explanation(_ language: String) -> String {
    switch self {
    case .code(let wrong, let right), .shell(let wrong, let right):
      "Wrong, in \(language):\n\n\(TerminalText.indented(wrong))\n\nRight, in \(language):\n\n\(TerminalText.indented(right))"
    case .note(let sentence): TerminalText.paragraph("In \(language): \(sentence)")
    }
  }
}

/// Converts Markdown for a terminal: no marks, links as their words and address, lines of a readable length.
private enum TerminalText {
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
  ///
  /// Brackets without an address after them, such as the tag `[media]`, stay.
  private static func unmarked(_ text: String) -> String {
    var rest = text.filter { $0 != "`" }[...]
    var plain = ""
    while let open = rest.firstIndex(of: "[") {
      let words = rest.index(after: open)
      guard let close = rest[words...].firstIndex(where: { $0 == "]" || $0 == "[" }) else { break }
      plain += rest[..<open]
      let isLink = rest[close] == "]" && rest[rest.index(after: close)...].hasPrefix("(")
      guard isLink else {
        plain += rest[open..<close]
        rest = rest[close...]
        // A further bracket begins the next round; this one is over.
        if rest.first == "]" { plain.append(rest.removeFirst()) }
        continue
      }
      plain += "\(rest[words..<close]) "
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }
}
