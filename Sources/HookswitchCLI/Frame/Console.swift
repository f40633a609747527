internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Where the command writes: results to standard output, words to a person to standard error.
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
  func print(_ text: String) { Self.write(text + "\n", to: STDOUT_FILENO) }

  /// Writes a line (or several) to standard error.
  func complain(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }

  /// Puts `text`, shortened to a line, in place of the last line on a terminal's standard error.
  func overwrite(_ text: String) { Self.write("\r\u{1B}[K" + text.prefix(78), to: STDERR_FILENO) }

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
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
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
