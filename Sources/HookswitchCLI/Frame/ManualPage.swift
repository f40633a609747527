/// The manual as one Markdown page, docs/command.md, from the same declarations as `--help`.
enum ManualPage {
  static func text(of verbs: [any Verb.Type]) -> String {
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
    var parts = ["## \(syntax.name)", "\(syntax.summary).", "```\n\(syntax.synopsis)\n```", syntax.discussion]
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
