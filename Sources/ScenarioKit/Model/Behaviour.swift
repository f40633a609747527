/// What a provider's script does with an action.
enum Behaviour: Hashable, Sendable {
  /// Fulfils it at once, or after that time.
  case obey(after: Duration?)
  /// Fails it at once.
  case fail
  /// Never answers.
  case silent
  /// The provider is lost.
  case crash
  /// Says that it does not know how.
  case unimplemented
}
