/// The completion of `hookswitch` in fish.
struct FishCompletion {
  var verbs: [any Verb.Type]

  var script: String {
    (["# Completion of hookswitch in fish; made by `hookswitch completions fish`.", "complete -c hookswitch -f"]
      + verbs.map { verb in
        "complete -c hookswitch -n __fish_use_subcommand -a \(verb.syntax.name) -d \(CompletionShell.quoted(verb.syntax.summary))"
      } + verbs.flatMap { lines(of: $0.syntax) }).joined(separator: "\n")
  }

  private func lines(of syntax: VerbSyntax) -> [String] {
    let condition = "complete -c hookswitch -n '__fish_seen_subcommand_from \(syntax.name)'"
    let options = syntax.allOptions.map { option in
      let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
      let value = option.value.map { (option.valueIsOptional ? "" : " -r") + offer($0) } ?? ""
      return "\(condition) \(name)\(value) -d \(CompletionShell.quoted(option.help))"
    }
    let operands = syntax.operands.map { offer($0.name) }.filter { !$0.isEmpty }.map { condition + $0 }
    return options + operands
  }

  private func offer(_ name: String) -> String {
    switch CompletedWord(name, verbs: verbs) {
    case .files: " -F"
    case .folders: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a \(CompletionShell.quoted(words.joined(separator: " ")))"
    case .anything: ""
    }
  }
}
