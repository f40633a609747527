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
