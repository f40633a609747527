/// How a method of a transport leaves its action.
///
/// A refusal is thrown instead.
public enum Outcome: Sendable {
  /// It is done now.
  case done
  /// It is under way: the transport keeps the action and completes it later, on the loop.
  case pending
}
