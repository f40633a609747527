/// Prepares a text of another person or program for a notification.
enum ForeignText {
  /// The largest number of characters.
  static let limit = 128

  /// Returns the text on one line, cut, and isolated from the direction of the text around it.
  ///
  /// Control characters, line ends and direction marks are dropped: a name must not look like another part of the notification.
  static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isDropped(scalar) { scalars.append(scalar) }
    let line = String(scalars)
    guard !line.isEmpty else { return "" }
    let cut = line.count > limit ? String(line.prefix(limit - 1)) + "…" : line
    return "\u{2068}\(cut)\u{2069}"
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Marks, embeddings, overrides and isolates of direction: one could end the isolate around the text.
    case .format:
      [0x061C, 0x200E, 0x200F].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  /// Escapes a text for a server that reads markup.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.append(character)
      }
    }
    return result
  }
}
