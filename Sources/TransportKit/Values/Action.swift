/// A request of the host that is completed exactly once.
///
/// A method that returns ``Outcome/done`` has completed its action. A method that returns ``Outcome/pending`` keeps the action and later
/// calls ``Host/fulfil(_:)`` or ``Host/fail(_:_:)`` with it; the kit ignores any further completion.
public struct Action: Hashable, Sendable {
  /// The handle in the ABI; 0 for an action of the kit's own.
  public let id: UInt64
  /// The call of the action; nil when it concerns no call.
  public let call: Call?
}

/// The result of a method that carries an action.
///
/// To refuse, throw an error.
public enum Outcome: Sendable {
  /// The action is done now.
  case done
  /// The action is pending: the transport completes it later, on the loop.
  case pending
}
