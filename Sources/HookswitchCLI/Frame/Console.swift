internal import FoundationEssentials
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Prints results to standard output, and messages for a person to standard error.
///
/// The command prints only through this type, which escapes all characters that a terminal would obey as JSON does (`\u001b`), from any
/// source. Only the colours of `styled` pass. For text of one line, `PlainText.line` and `complain` also escape line breaks.
///
/// Each line is one `write`, so that lines from several tasks do not mix. Colour is for terminals only, and never when `NO_COLOR` is set to
/// anything (no-color.org) or the terminal is `dumb`.
struct Console: Sendable {
  /// True when standard output takes colour.
  let isColoured: Bool
  /// True when standard input is a terminal.
  let isInteractive: Bool

  init() {
    isColoured = Self.takesColour(descriptor: STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
    isInteractive = isatty(STDIN_FILENO) == 1
  }

  /// True when output to `descriptor` should have colour.
  static func takesColour(descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Prints one or more lines to standard output.
  func print(_ text: String) { Self.write(Self.plain(text) + "\n", to: STDOUT_FILENO) }

  /// Prints one line to standard error.
  func complain(_ text: String) { Self.write(PlainText.line(text) + "\n", to: STDERR_FILENO) }

  /// Prints several lines of this program's own text to standard error.
  func explain(_ text: String) { Self.write(Self.plain(text) + "\n", to: STDERR_FILENO) }

  /// Replaces the last line on the terminal of standard error by `text`, cut to a line.
  func overwrite(_ text: String) { Self.write("\r\u{1B}[K" + PlainText.line(String(text.prefix(78))), to: STDERR_FILENO) }

  /// Prints `value` as JSON to standard output, with keys in alphabetical order, so that two runs can be compared.
  func printJSON(_ value: some Encodable) throws(CommandError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw .failed("the answer cannot be written as JSON: \(error)")
    }
  }

  /// Returns `text` with the style for a terminal, otherwise unchanged.
  func styled(_ text: String, _ style: TextStyle) -> String {
    isColoured ? "\(Self.mark)\u{1B}[\(style.rawValue)m\(text)\(Self.mark)\u{1B}[0m" : text
  }

  /// The mark before each escape sequence of `styled`: noncharacters in a random order, which no other text can contain.
  private static let mark: String = {
    var mark = ""
    for _ in 0..<12 { if let scalar = Unicode.Scalar(UInt32.random(in: 0xFDD0...0xFDEF)) { mark.unicodeScalars.append(scalar) } }
    return mark
  }()

  /// Escapes everything in `text` that a terminal would obey, except line breaks, tabs, and the colours of `styled`.
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

  /// Returns one line with each character escaped that a terminal would obey, except the colours of `styled`.
  static func shown(_ line: String) -> String { plain(line) }

  /// Writes escape sequences and lines of `shown` to the terminal of standard output, for a screen that is drawn over.
  static func draw(_ text: String) { write(text, to: STDOUT_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0 {
        // Try again after EINTR. After another error there is no reader, and no one to report to.
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
