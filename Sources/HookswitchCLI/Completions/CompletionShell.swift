internal import TransportLoader

/// A shell for which `hookswitch` has a completion script, made from the verbs' declarations.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completion script for `verbs`.
  func script(for verbs: [any Verb.Type]) -> String {
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
  init(_ name: String, verbs: [any Verb.Type]) {
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
