internal import TransportLoader

/// Text of a plugin or an author, made fit for the place that it is written to.
package enum QuotedText {
  /// A JSON string without control characters, also those that JSON would allow.
  static func json(_ text: String) -> String { JSONValue.quote(plain(text, keepsLines: true)) }

  /// `text` on one line, unless it may keep its lines, and without control characters, which a terminal would obey.
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

  /// `text`, or its beginning and how long it is: a plugin's may be of any length.
  static func shortened(_ text: String, to limit: Int = 400) -> String {
    guard text.utf8.count > limit else { return text }
    return "\(text.prefix(limit))… (\(text.utf8.count) bytes)"
  }

  /// Text as XML 1.0 takes it, in elements and in attributes.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in plain(text, keepsLines: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      // Not characters of XML at all.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text in a cell of a Markdown table.
  static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in plain(text).unicodeScalars {
      if "\\`*_[]<>|#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
