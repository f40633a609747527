/// Text from a network or a plugin, made fit to be shown on a terminal.
enum PlainText {
  /// `text` on one line and without control characters, which could be escape sequences.
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
}
