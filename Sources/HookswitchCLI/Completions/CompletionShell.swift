/// A shell that completes what is typed after `hookswitch`, by a script made from the verbs' declarations.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script, as the shell reads it.
  func script(for verbs: [any Verb.Type]) -> String {
    switch self {
    case .bash: BashCompletion(verbs: verbs).script
    case .zsh: ZshCompletion(verbs: verbs).script
    case .fish: FishCompletion(verbs: verbs).script
    }
  }

  /// `text` between single quotes, as all three read it.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
