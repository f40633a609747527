/// The manual as one Markdown page, docs/command.md, from the same declarations as `--help`.
enum ManualPage {
  static func text(of verbs: [VerbEntry]) -> String {
    var parts = [
      """
      # The hookswitch command

      <!-- Made by `hookswitch help --markdown`; a test compares the two. Change the declarations in Sources/HookswitchCLI. -->

      ```
      hookswitch VERB [OPTION…]
      hookswitch --help | --version
      ```

      Results go to standard output, everything else to standard error. Verbs that print a list have `--json`, which prints JSON with keys in
      alphabetical order. Options may come before and after other arguments, as `--name value` or `--name=value`; after `--` nothing is an option.
      """,
      "## Verbs\n\n" + grid(("Verb", "Purpose"), verbs.map { ("[`\($0.syntax.name)`](#\($0.syntax.name))", $0.syntax.summary) }),
      "## Exit codes\n\n" + grid(("Code", "Meaning"), ExitCode.common.map { (String($0.rawValue), $0.meaning) }),
      "## Environment\n\n" + grid(("Variable", "Meaning"), EnvironmentVariable.all.map { ("`\($0.name)`", $0.meaning) }),
    ]
    parts += verbs.map { section(for: $0.syntax) }
    return parts.joined(separator: "\n\n")
  }

  private static func section(for syntax: VerbSyntax) -> String {
    var parts = ["## \(syntax.name)", "\(syntax.summary).", "```\n\(syntax.synopses.joined(separator: "\n"))\n```", syntax.discussion]
    if !syntax.operands.isEmpty {
      parts.append(grid(("Argument", "Meaning"), syntax.operands.map { ("`\($0.name)`", $0.help) }))
    }
    parts.append(grid(("Option", "Meaning"), syntax.allOptions.map { ("`\($0.spelling)`", $0.help) }))
    parts.append(syntax.examples.map { "\($0.meaning)\n\n```\n\($0.line)\n```" }.joined(separator: "\n\n"))
    if !syntax.exitCodes.isEmpty {
      let rows = syntax.exitCodes.sorted { $0.key < $1.key }.map { (String($0.key.rawValue), $0.value) }
      parts.append(grid(("Exit code", "Meaning here"), rows))
    }
    return parts.joined(separator: "\n\n")
  }

  private static func grid(_ head: (String, String), _ rows: [(String, String)]) -> String {
    (["| \(head.0) | \(head.1) |", "|---|---|"] + rows.map { "| \(cell($0.0)) | \(cell($0.1)) |" }).joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

/// The manual pages of the command for `man`, from the same declarations as `--help`.
enum RoffPage {
  /// The page hookswitch(1), an overview.
  static func overview(of verbs: [VerbEntry]) -> String {
    page(
      "hookswitch", "call control with pluggable transports",
      [
        section("SYNOPSIS", ".B hookswitch\n.I VERB\n[OPTION...]"),
        section("DESCRIPTION", paragraph("Each verb has a page of its own, which hookswitch VERB --help shows as well.")),
        section("VERBS", list(verbs.map { (".BR hookswitch\\-\($0.syntax.name) (1)", $0.syntax.summary + ".") })),
        section("EXIT STATUS", list(ExitCode.common.map { (".B \($0.rawValue)", $0.meaning) })),
        section("ENVIRONMENT", list(EnvironmentVariable.all.map { (".B \(escaped($0.name))", $0.meaning) })),
      ])
  }

  /// The page hookswitch-VERB(1).
  static func page(for syntax: VerbSyntax) -> String {
    page(
      "hookswitch-\(syntax.name)", syntax.summary,
      [
        section("SYNOPSIS", syntax.synopses.map { ".B " + escaped($0) }.joined(separator: "\n.br\n")),
        section("DESCRIPTION", syntax.discussion.split(separator: "\n\n").map { paragraph(String($0)) }.joined(separator: "\n.PP\n")),
        section("ARGUMENTS", list(syntax.operands.map { (".I \(escaped($0.name))", $0.help) })),
        section("OPTIONS", list(syntax.allOptions.map { (".B \(escaped($0.spelling))", $0.help) })),
        section("EXAMPLES", list(syntax.examples.map { (".B \(escaped($0.line))", $0.meaning) })),
        section("EXIT STATUS", list(syntax.allExitCodes.map { (".B \($0.rawValue)", syntax.exitCodes[$0] ?? $0.meaning) })),
        section("SEE ALSO", ".BR hookswitch (1)"),
      ])
  }

  private static func page(_ name: String, _ summary: String, _ sections: [String]) -> String {
    let title = name.uppercased()
    return """
      .\\" Made by hookswitch help --man from the declarations in Sources/HookswitchCLI.
      .TH \(escaped(title)) 1 "" "hookswitch \(hookswitchVersion)" "Hookswitch"
      .SH NAME
      \(escaped(name)) \\- \(paragraph(summary))
      \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
      """
  }

  /// A section of a page; nothing when its body is empty.
  private static func section(_ title: String, _ body: String) -> String { body.isEmpty ? "" : ".SH \(title)\n\(body)" }

  private static func list(_ rows: [(String, String)]) -> String {
    rows.map { ".TP\n\($0.0)\n\(paragraph($0.1))" }.joined(separator: "\n")
  }

  /// Escapes `text` so that no line begins with a roff control character.
  private static func paragraph(_ text: String) -> String {
    escaped(text).split(separator: "\n").map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
  }
}
