/// What a shell offers where help shows a word in capitals.
enum CompletedWord: Equatable, Sendable {
  case files, folders
  case words([String])
  /// Anything: there is nothing to offer.
  case anything

  /// What `name`, of an operand or of an option's value, stands for.
  init(_ name: String, verbs: [any Verb.Type]) {
    self =
      switch name {
      case "FILE", "PLUGIN", "JOURNAL": .files
      case "DIR": .folders
      case "VERB": .words(verbs.map { $0.syntax.name })
      case "SHELL": .words(CompletionShell.allCases.map(\.rawValue))
      case "KIND": .words(["transport"])
      case "LANGUAGE": .words(ProjectLanguage.allCases.map(\.rawValue))
      case "LEVEL": .words(["core", "call", "media", "full", "soak"])
      case "FORMAT": .words(TraceFormat.allCases.map(\.rawValue))
      default: .anything
      }
  }
}
