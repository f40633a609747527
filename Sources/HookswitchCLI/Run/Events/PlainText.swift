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

extension Duration {
  /// The duration in minutes and seconds, such as `1:02` or `1:02:03`.
  var clockText: String {
    let seconds = Int(components.seconds)
    let minutes = "\(seconds / 60 % 60):\(String(seconds % 60 + 100).dropFirst())"
    return seconds < 3600 ? minutes : "\(seconds / 3600):" + (minutes.count < 5 ? "0" : "") + minutes
  }
}
