/// The result of a method that carries an action.
///
/// To refuse, throw an error.
public enum Outcome: Sendable {
  /// The action is done now.
  case done
  /// The action is pending: the transport completes it later, on the loop.
  case pending
}
