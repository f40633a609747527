internal import FoundationEssentials
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Where the command writes: results to standard output, words to a person to standard error.
///
/// All that the command prints passes through here, and nothing in it reaches a terminal that a terminal would obey: such characters are written
/// out as JSON writes them (`\u001b`), whoever said them. Only the colour that `styled` gives is let through. A text of one line gets its foreign
/// line breaks written out as well, by `PlainText.line` or by `complain`.
///
/// Each line is one `write`, so that lines from several tasks do not mix. Colour is for terminals only, and never when `NO_COLOR` is
/// set to anything (no-color.org) or the terminal is `dumb`.
struct Console: Sendable {
  /// Whether standard output takes colour.
  let isColoured: Bool
  /// Whether a person sits at standard input.
  let isInteractive: Bool

  init() {
    isColoured = Self.takesColour(descriptor: STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
    isInteractive = isatty(STDIN_FILENO) == 1
  }

  /// Whether what `descriptor` leads to should get colour.
  static func takesColour(descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Writes a line (or several) to standard output.
  func print(_ text: String) { Self.write(Self.plain(text) + "\n", to: STDOUT_FILENO) }

  /// Writes one line to standard error.
  func complain(_ text: String) { Self.write(PlainText.line(text) + "\n", to: STDERR_FILENO) }

  /// Writes several lines of this program's own to standard error.
  func explain(_ text: String) { Self.write(Self.plain(text) + "\n", to: STDERR_FILENO) }

  /// Puts `text`, shortened to a line, in place of the last line on a terminal's standard error.
  func overwrite(_ text: String) { Self.write("\r\u{1B}[K" + PlainText.line(String(text.prefix(78))), to: STDERR_FILENO) }

  /// Writes `value` as JSON to standard output: keys in alphabetical order, so that two runs can be compared.
  func printJSON(_ value: some Encodable) throws(CommandError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw .failed("the answer cannot be written as JSON: \(error)")
    }
  }

  /// `text` in that style on a terminal, and as it is elsewhere.
  func styled(_ text: String, _ style: TextStyle) -> String {
    isColoured ? "\(Self.mark)\u{1B}[\(style.rawValue)m\(text)\(Self.mark)\u{1B}[0m" : text
  }

  /// What stands before a sequence of `styled`: characters that no text has, in an order that nobody can guess.
  private static let mark: String = {
    var mark = ""
    for _ in 0..<12 { if let scalar = Unicode.Scalar(UInt32.random(in: 0xFDD0...0xFDEF)) { mark.unicodeScalars.append(scalar) } }
    return mark
  }()

  /// `text` with everything written out that a terminal would obey, but for line breaks, tabs, and the colour of `styled`.
  static func plain(_ text: String) -> String {
    var result = ""
    var pieces = text.split(separator: mark, omittingEmptySubsequences: false)[...]
    if let first = pieces.popFirst() { result += obeyed(first) }
    for piece in pieces {
      // Each piece begins with a sequence of `styled`.
      let end = piece.firstIndex(of: "m").map(piece.index(after:)) ?? piece.startIndex
      result += piece[..<end] + obeyed(piece[end...])
    }
    return result
  }

  private static func obeyed(_ text: Substring) -> String {
    guard text.unicodeScalars.contains(where: { TerminalText.isUnsafe($0) && $0 != "\n" && $0 != "\t" }) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if TerminalText.isUnsafe(scalar), scalar != "\n", scalar != "\t" {
        result += TerminalText.escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0 {
        // Interrupted: once more. Anything else means that nobody can read it, and nobody can be told.
        if errno == EINTR { continue }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
