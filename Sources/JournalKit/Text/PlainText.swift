/// Makes text from a journal safe to display: transports and far ends wrote some of it.
enum PlainText {
  /// Returns `text` on one line, without characters that a terminal or a viewer would interpret, cut at `limit` characters.
  ///
  /// Line breaks and tabs become spaces; other control characters, and those that change the direction of writing, become U+FFFD.
  static func clean(_ text: String, limit: Int = 160) -> String {
    var result = ""
    var count = 0
    for character in text {
      if count == limit { return result + "…" }
      if character.isNewline || character == "\t" {
        result += " "
      } else if character.unicodeScalars.contains(where: isDangerous) {
        result += "\u{FFFD}"
      } else {
        // Limit the combining marks of a letter: no script needs more, and a long run of them could fill the page.
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(8))
      }
      count += 1
    }
    return result
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF: true
    default: false
    }
  }

  /// Returns the width of `text` in terminal columns.
  static func width(_ text: String) -> Int { TextColumns.width(text) }

  /// Returns the width of a character in columns: 2 for East Asian characters and emoji.
  static func width(_ character: Character) -> Int { TextColumns.width(character) }

  /// Breaks `text` into lines of at most `width` columns, between words where possible.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    let room = max(width, 2)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var word = String(word)
      if !line.isEmpty, Self.width(line) + 1 + Self.width(word) <= room {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while Self.width(word) > room {
        let head = start(of: word, columns: room)
        lines.append(head)
        word.removeFirst(head.count)
      }
      line = word
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  private static func start(of word: String, columns: Int) -> String {
    var taken = 0
    return String(
      word.prefix { character in
        taken += width(character)
        return taken <= columns
      })
  }

  /// Pads `text` with spaces to at least `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(text)))
  }
}
