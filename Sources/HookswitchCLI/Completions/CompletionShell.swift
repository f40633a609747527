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
  /// Words that the running daemon knows.
  case live(LiveWords)
  /// Free text: the shell offers nothing.
  case anything

  /// Finds the kind of an operand's words.
  init(_ operand: VerbOperand, verbs: [VerbEntry]) {
    if let words = operand.words { self = .words(words) } else { self.init(operand.name, verbs: verbs) }
  }

  /// Finds the kind of the words that follow each action of the verbs that have actions, such as `contacts import`.
  static func ofActions(_ verbs: [VerbEntry]) -> [(action: String, word: CompletedWord)] {
    verbs.flatMap { $0.syntax.actions.dropFirst() }.map { action in
      (action.name, action.operands.first.map { CompletedWord($0, verbs: verbs) } ?? .anything)
    }
  }

  /// Finds the kind for `name`, the name of an operand or of an option's value.
  init(_ name: String, verbs: [VerbEntry]) {
    self =
      switch name {
      case "FILE", "PLUGIN", "JOURNAL": .files
      case "DIR": .folders
      case "VERB": .words(verbs.map { $0.syntax.name })
      case "SHELL": .words(CompletionShell.allCases.map(\.rawValue))
      case "KIND": .words(ProjectKind.allCases.map(\.rawValue))
      case "COMMAND": .words(RunCommand.all.map(\.word))
      case "MODE": .words(IsolationMode.allCases.map(\.rawValue))
      case "LANGUAGE": .words(ProjectLanguage.allCases.map(\.rawValue))
      case "LEVEL": .words(["core", "call", "media", "full", "soak"])
      case "FORMAT": .words(TraceFormat.allCases.map(\.rawValue))
      case "CALL": .live(.calls)
      case "PROVIDER": .live(.providers)
      case "LINE": .live(.lines)
      case "NODE": .live(.nodes)
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
    # Offers words that the running daemon knows: the daemon of --socket, if the line has it.
    _hookswitch_live() {
      local index socket=()
      for ((index = 2; index < COMP_CWORD - 1; index++)); do
        if [ "${COMP_WORDS[index]}" = --socket ]; then socket=(--socket "${COMP_WORDS[index+1]}"); fi
      done
      local IFS=$'\n'
      COMPREPLY+=($(compgen -W "$("${COMP_WORDS[0]}" completions --words "$1" "${socket[@]}" 2>/dev/null | cut -f 1)" -- "$word"))
    }
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
      if [ "$COMP_CWORD" -gt 2 ]; then
        case "$verb ${COMP_WORDS[2]}" in
    \(CompletedWord.ofActions(verbs).map { "    '\($0.action)') operands=\(CompletionShell.quoted(command($0.word))) ;;" }.joined(separator: "\n"))
        esac
      fi
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
    let operands = syntax.operands.map { CompletedWord($0, verbs: verbs) }
    let offer = operands.last { $0 == .files } ?? operands.first ?? .anything
    // The first operand may be a call, and the second a file.
    if case .live? = operands.first, let first = operands.first, offer == .files {
      let both = "\(command(offer)); \(command(first))"
      return "    \(syntax.name)) options=\(CompletionShell.quoted(options)) operands=\(CompletionShell.quoted(both)) ;;"
    }
    return "    \(syntax.name)) options=\(CompletionShell.quoted(options)) operands=\(CompletionShell.quoted(command(offer))) ;;"
  }

  private func command(_ offer: CompletedWord) -> String {
    switch offer {
    case .files: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word")"#
    case .folders: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word")"#
    case .words(let words): #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
    case .live(let words): "_hookswitch_live \(words.rawValue)"
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
    # Offers words that the running daemon knows: the daemon of --socket, if the line has it.
    _hookswitch_live() {
      local -a found socket
      local place=${words[(i)--socket]}
      if (( place < CURRENT - 1 )); then socket=(--socket $words[place+1]); fi
      found=(${(f)"$(hookswitch completions --words $1 $socket 2>/dev/null)"})
      found=(${${found//:/\\\\:}//$'\t'/:})
      _describe $1 found
    }
    # Offers the words that follow the action of a verb, such as `contacts import`.
    _hookswitch_argument() {
      case "$words[1] $words[2]" in
    \(CompletedWord.ofActions(verbs).filter { $0.word != .anything }.map { "    '\($0.action)') \(action($0.word)) ;;" }.joined(separator: "\n"))
      esac
    }
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
    let operands = syntax.operands.enumerated().map { place, operand in
      // The action decides about its arguments.
      place > 0 && !syntax.actions.isEmpty ? "*:\(escaped(operand.name)): _hookswitch_argument" : specification(place, operand)
    }
    let specifications = syntax.allOptions.map(specification) + operands
    return "    \(syntax.name)) _arguments \(specifications.map(CompletionShell.quoted).joined(separator: " ")) ;;"
  }

  private func specification(_ option: VerbOption) -> String {
    let repeats = option.repeats ? "*" : ""
    let colon = option.valueIsOptional ? "::" : ":"
    let value = option.value.map { "\(colon)\(escaped($0)):\(action(CompletedWord($0, verbs: verbs)))" } ?? ""
    return "\(repeats)\(option.name)[\(escaped(option.help))]\(value)"
  }

  private func specification(_ position: Int, _ operand: VerbOperand) -> String {
    let place = operand.repeats ? "*" : "\(position + 1)"
    return "\(place):\(escaped(operand.name)):\(action(CompletedWord(operand, verbs: verbs)))"
  }

  private func action(_ offer: CompletedWord) -> String {
    switch offer {
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    // A space in front keeps the function's arguments as they are.
    case .live(let words): " _hookswitch_live \(words.rawValue)"
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
    (["# Completion of hookswitch in fish; made by `hookswitch completions fish`.", Self.live, "complete -c hookswitch -f"]
      + verbs.map { verb in
        "complete -c hookswitch -n __fish_use_subcommand -a \(verb.syntax.name) -d \(CompletionShell.quoted(verb.syntax.summary))"
      } + verbs.flatMap { lines(of: $0.syntax) }).joined(separator: "\n")
  }

  private static let live = """
    # Offers words that the running daemon knows: the daemon of --socket, if the line has it.
    function __hookswitch_live
        set -l typed (commandline -opc)
        set -l socket
        if set -l place (contains -i -- --socket $typed)
            set socket --socket $typed[(math $place + 1)]
        end
        hookswitch completions --words $argv[1] $socket 2>/dev/null
    end
    """

  private func lines(of syntax: VerbSyntax) -> [String] {
    let condition = "complete -c hookswitch -n '__fish_seen_subcommand_from \(syntax.name)'"
    let options = syntax.allOptions.map { option in
      let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
      let value =
        option.value.map { value in
          let word = CompletedWord(value, verbs: verbs)
          // With -r fish offers files too; -x keeps to the words.
          let isExclusive = if case .live = word { true } else { false }
          return (option.valueIsOptional ? "" : isExclusive ? " -x" : " -r") + offer(word)
        } ?? ""
      return "\(condition) \(name)\(value) -d \(CompletionShell.quoted(option.help))"
    }
    let operands = syntax.operands.map { offer(CompletedWord($0, verbs: verbs)) }.filter { !$0.isEmpty }
    guard !syntax.actions.isEmpty else { return options + operands.map { condition + $0 } }
    let seen = "complete -c hookswitch -n '__fish_seen_subcommand_from \(syntax.name); and"
    let words = syntax.operands.first?.words ?? []
    var lines = options
    for operand in operands { lines.append("\(seen) not __fish_seen_subcommand_from \(words.joined(separator: " "))'\(operand)") }
    for (action, word) in CompletedWord.ofActions(verbs) where action.hasPrefix(syntax.name + " ") && !offer(word).isEmpty {
      lines.append("\(seen) __fish_seen_subcommand_from \(action.dropFirst(syntax.name.count + 1))'\(offer(word))")
    }
    return lines
  }

  private func offer(_ word: CompletedWord) -> String {
    switch word {
    case .files: " -F"
    case .folders: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a \(CompletionShell.quoted(words.joined(separator: " ")))"
    case .live(let words): " -a '(__hookswitch_live \(words.rawValue))'"
    case .anything: ""
    }
  }
}
