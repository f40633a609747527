internal import TransportLoader

/// Makes text from a network, a plugin or a file safe to show on a terminal.
enum PlainText {
  /// Returns `text` on one line, cut at 500 characters, with control and format characters replaced by spaces.
  static func of(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars.prefix(500) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: plain.append(" ")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  /// Returns all of `text` on one line, with each character that a terminal would obey escaped as `\u001b`.
  static func line(_ text: String) -> String { TerminalText.line(text) }
}
