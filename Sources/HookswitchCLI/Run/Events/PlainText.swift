internal import TransportLoader

/// Text from a network, a plugin or a file, made fit to be shown on a terminal.
enum PlainText {
  /// `text` on one line, cut at 500 characters, with spaces in place of control characters and of those that cannot be seen.
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

  /// `text` whole and on one line, with each character that a terminal would obey written out: `\u001b`.
  static func line(_ text: String) -> String { TerminalText.line(text) }
}
