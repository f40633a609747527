/// The manual pages of the command for `man`, from the same declarations as `--help`.
enum RoffPage {
  /// The page hookswitch(1), an overview.
  static func overview(of verbs: [any Verb.Type]) -> String {
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
        section("SYNOPSIS", ".B " + escaped(syntax.synopsis)),
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
