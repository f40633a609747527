/// The text of `--help`: the overview of all verbs, or one verb's page.
enum HelpText {
  /// The width of help in columns.
  static let width = 80

  /// The text of `hookswitch --help`.
  static func overview(of verbs: [VerbEntry]) -> String {
    """
    Call control for Linux with pluggable transports.

    USAGE
      hookswitch VERB [OPTION…]
      hookswitch --help | --version

    VERBS
    \(table(verbs.map { ($0.syntax.name, $0.syntax.summary) }))

    hookswitch VERB --help says more about each.

    EXAMPLE
    \(verbs.compactMap { $0.syntax.examples.first }.prefix(2).map(exampleText).joined(separator: "\n"))

    EXIT CODES
    \(table(ExitCode.common.map { (String($0.rawValue), $0.meaning) }))

    ENVIRONMENT
    \(table(EnvironmentVariable.all.map { ($0.name, $0.meaning) }))
    """
  }

  /// The text of `hookswitch VERB --help`.
  static func page(for syntax: VerbSyntax) -> String {
    var parts = [
      "\(syntax.summary).",
      "USAGE\n" + syntax.synopses.map { wrapped($0, indent: 2, hanging: 6) }.joined(separator: "\n"),
      syntax.discussion.split(separator: "\n\n").map { wrapped(String($0), indent: 0) }.joined(separator: "\n\n"),
    ]
    if !syntax.operands.isEmpty {
      parts.append("ARGUMENTS\n" + table(syntax.operands.map { ($0.name, $0.help) }))
    }
    parts.append("OPTIONS\n" + table(syntax.allOptions.map { ($0.spelling, $0.help) }))
    parts.append("EXAMPLES\n" + syntax.examples.map(exampleText).joined(separator: "\n"))
    parts.append("EXIT CODES\n" + table(syntax.allExitCodes.map { (String($0.rawValue), syntax.exitCodes[$0] ?? $0.meaning) }))
    return parts.joined(separator: "\n\n")
  }

  private static func exampleText(_ example: VerbExample) -> String {
    "  \(example.line)\n" + wrapped(example.meaning, indent: 6)
  }

  /// A table of two columns; an entry that is too long for the first column has a line to itself.
  static func table(_ rows: [(String, String)]) -> String {
    let column = min(rows.map { $0.0.count }.max() ?? 0, 24) + 4
    return rows.map { name, text in
      let body = wrapped(text, indent: column)
      if name.count + 4 > column { return "  \(name)\n\(body)" }
      return "  " + name + String(repeating: " ", count: column - 2 - name.count) + body.dropFirst(column)
    }.joined(separator: "\n")
  }

  /// Wraps `text` at `width` columns; indents the first line by `indent`, the others by `hanging`.
  static func wrapped(_ text: String, indent: Int, hanging: Int? = nil) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let margin = lines.isEmpty ? indent : hanging ?? indent
      if !line.isEmpty, margin + line.count + 1 + word.count > width {
        lines.append(String(repeating: " ", count: margin) + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    let margin = lines.isEmpty ? indent : hanging ?? indent
    return (lines + [String(repeating: " ", count: margin) + line]).joined(separator: "\n")
  }
}

/// An environment variable that the command reads.
struct EnvironmentVariable: Sendable {
  var name: String
  var meaning: String

  /// All variables, for help and the manual.
  static let all = [
    EnvironmentVariable(
      name: "HOOKSWITCH_TRANSPORT_PATH",
      meaning: "Folders with transports, separated by colons, searched after those of --transport-path. Privileged programs ignore it."),
    EnvironmentVariable(
      name: "HSW_TIMEOUT_SCALE", meaning: "The factor by which conform stretches the time of every test, such as 4 on a slow machine."),
    EnvironmentVariable(name: "NO_COLOR", meaning: "Any value turns colour off. Output to a pipe has no colour anyway."),
  ]
}
