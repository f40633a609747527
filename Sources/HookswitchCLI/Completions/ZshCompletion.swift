/// The completion of `hookswitch` in zsh.
struct ZshCompletion {
  var verbs: [any Verb.Type]

  var script: String {
    """
    #compdef hookswitch
    # Completion of hookswitch in zsh; made by `hookswitch completions zsh`.
    _hookswitch() {
      local -a verbs
      verbs=(
    \(verbs.map { "    " + CompletionShell.quoted("\($0.syntax.name):\($0.syntax.summary)") }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        _describe 'verb' verbs
        return
      fi
      local verb=$words[2]
      shift words
      (( CURRENT-- ))
      case $verb in
    \(verbs.map { arguments(of: $0.syntax) }.joined(separator: "\n"))
      esac
    }
    _hookswitch "$@"
    """
  }

  private func arguments(of syntax: VerbSyntax) -> String {
    let specifications = syntax.allOptions.map(specification) + syntax.operands.enumerated().map(specification)
    return "    \(syntax.name)) _arguments \(specifications.map(CompletionShell.quoted).joined(separator: " ")) ;;"
  }

  private func specification(_ option: VerbOption) -> String {
    let repeats = option.repeats ? "*" : ""
    let colon = option.valueIsOptional ? "::" : ":"
    let value = option.value.map { "\(colon)\(escaped($0)):\(action($0))" } ?? ""
    return "\(repeats)\(option.name)[\(escaped(option.help))]\(value)"
  }

  private func specification(_ position: Int, _ operand: VerbOperand) -> String {
    let place = operand.repeats ? "*" : "\(position + 1)"
    return "\(place):\(escaped(operand.name)):\(action(operand.name))"
  }

  private func action(_ name: String) -> String {
    switch CompletedWord(name, verbs: verbs) {
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .anything: " "
    }
  }

  private func escaped(_ text: String) -> String {
    ["\\", "[", "]", ":"].reduce(text) { $0.replacing($1, with: "\\\($1)") }
  }
}
