/// The completion of `hookswitch` in bash.
struct BashCompletion {
  var verbs: [any Verb.Type]

  var script: String {
    """
    # Completion of hookswitch in bash; made by `hookswitch completions bash`.
    _hookswitch() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options= operands=
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '\((verbs.map { $0.syntax.name } + ["--help", "--version"]).joined(separator: " "))' -- "$word"))
        return
      fi
      case "$verb $before" in
    \(verbs.flatMap { values(of: $0.syntax) }.joined(separator: "\n"))
      esac
      case $verb in
    \(verbs.map { words(of: $0.syntax) }.joined(separator: "\n"))
      esac
      case $word in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *) eval "$operands" ;;
      esac
    }
    complete -F _hookswitch hookswitch
    """
  }

  /// The `case` branches that complete the values of a verb's options.
  private func values(of syntax: VerbSyntax) -> [String] {
    syntax.options.compactMap { option in
      guard let value = option.value else { return nil }
      let offer = CompletedWord(value, verbs: verbs)
      // If the value is optional, the next word may also be an option.
      if option.valueIsOptional, offer == .anything { return nil }
      let guarding = option.valueIsOptional ? "[[ $word == -* ]] || { \(command(offer)); return; }" : "\(command(offer)); return"
      return "    '\(syntax.name) \(option.name)') \(guarding) ;;"
    }
  }

  private func words(of syntax: VerbSyntax) -> String {
    let options = syntax.allOptions.map(\.name).joined(separator: " ")
    let operands = syntax.operands.map { CompletedWord($0.name, verbs: verbs) }
    let offer = operands.last { $0 == .files } ?? operands.first ?? .anything
    return "    \(syntax.name)) options=\(CompletionShell.quoted(options)) operands=\(CompletionShell.quoted(command(offer))) ;;"
  }

  private func command(_ offer: CompletedWord) -> String {
    switch offer {
    case .files: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word")"#
    case .folders: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word")"#
    case .words(let words): #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
    case .anything: ":"
    }
  }
}
