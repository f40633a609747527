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
  static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// Returns the width of a character in columns: 2 for East Asian characters and emoji.
  static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first, first.value > 0x10FF else { return 1 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

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
