/// The columns that text takes on a terminal.
package enum TextColumns {
  /// Returns the width of a text in terminal columns.
  ///
  /// - Parameter text: one line without control characters.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// Returns the width of a character in columns: 2 for East Asian characters and emoji.
  ///
  /// - Parameter character: a character that is no control character.
  package static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first, first.value > 0x10FF else { return 1 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// Returns a text in exactly some columns: padded with spaces, or cut with an ellipsis as its last character.
  ///
  /// - Parameters:
  ///   - text: one line without control characters.
  ///   - columns: the columns; none gives the empty text.
  package static func fitted(_ text: String, to columns: Int) -> String {
    let width = width(text)
    if width <= columns { return text + String(repeating: " ", count: columns - width) }
    guard columns > 0 else { return "" }
    var taken = 0
    let head = text.prefix { character in
      taken += Self.width(character)
      return taken < columns
    }
    // A wide character that does not fit leaves its first column empty.
    return head + "…" + String(repeating: " ", count: columns - 1 - Self.width(String(head)))
  }
}
