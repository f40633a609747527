/// A scripted provider's reaction to an action.
enum Behaviour: Hashable, Sendable {
  /// Fulfils it at once, or after this delay.
  case obey(after: Duration?)
  /// Fails it at once.
  case fail
  /// Never answers.
  case silent
  /// The provider is lost.
  case crash
  /// Reports that it does not implement the action.
  case unimplemented
}
