internal import TransportLoader

/// A shell for which `hookswitch` has a completion script, made from the verbs' declarations.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completion script for `verbs`.
  func script(for verbs: [VerbEntry]) -> String {
    switch self {
    case .bash: BashCompletion(verbs: verbs).script
    case .zsh: ZshCompletion(verbs: verbs).script
    case .fish: FishCompletion(verbs: verbs).script
    }
  }

  /// Puts `text` in single quotes, which all three shells read alike.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

/// The kind of words that a shell offers in place of a name in capitals in the help.
enum CompletedWord: Equatable, Sendable {
  case files, folders
  case words([String])
  /// Free text: the shell offers nothing.
  case anything

  /// Finds the kind for `name`, the name of an operand or of an option's value.
  init(_ name: String, verbs: [VerbEntry]) {
    self =
      switch name {
      case "FILE", "PLUGIN", "JOURNAL": .files
      case "DIR": .folders
      case "VERB": .words(verbs.map { $0.syntax.name })
      case "SHELL": .words(CompletionShell.allCases.map(\.rawValue))
      case "KIND": .words(["transport"])
      case "COMMAND": .words(RunCommand.all.map(\.word))
      case "MODE": .words(IsolationMode.allCases.map(\.rawValue))
      case "LANGUAGE": .words(ProjectLanguage.allCases.map(\.rawValue))
      case "LEVEL": .words(["core", "call", "media", "full", "soak"])
      case "FORMAT": .words(TraceFormat.allCases.map(\.rawValue))
      default: .anything
      }
  }
}

/// The completion of `hookswitch` in bash.
struct BashCompletion {
  var verbs: [VerbEntry]

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

/// The completion of `hookswitch` in zsh.
struct ZshCompletion {
  var verbs: [VerbEntry]

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

/// The completion of `hookswitch` in fish.
struct FishCompletion {
  var verbs: [VerbEntry]

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
