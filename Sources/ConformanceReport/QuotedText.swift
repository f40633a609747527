internal import StrictJSON

/// Makes the text of a plugin or an author safe for the place to which it is written.
package enum QuotedText {
  /// Returns a JSON string without control characters, not even those that JSON allows.
  static func json(_ text: String) -> String { JSONValue.quote(plain(text, keepsLines: true)) }

  /// Returns `text` without control characters, which a terminal would obey, and on one line unless it may keep its lines.
  package static func plain(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && (scalar == "\n" || scalar == "\t"): result.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate: result.append(" ")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns `text`, or its beginning and its length: a plugin's text may be of any length.
  package static func shortened(_ text: String, to limit: Int = 400) -> String {
    guard text.utf8.count > limit else { return text }
    return "\(text.prefix(limit))… (\(text.utf8.count) bytes)"
  }

  /// Returns text as XML 1.0 takes it, in elements and in attributes.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in plain(text, keepsLines: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      // These are no XML characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns text for a cell of a Markdown table.
  static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in plain(text).unicodeScalars {
      if "\\`*_[]<>|#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
