/// Something that the host asked for and that is completed exactly once.
///
/// A method that returns ``Outcome/done`` has completed its action. One that returns ``Outcome/pending`` keeps the action and later
/// calls ``Host/fulfil(_:)`` or ``Host/fail(_:_:)`` with it; the first word wins, and the kit drops any other.
public struct Action: Hashable, Sendable {
  /// The handle as it crosses the ABI; 0 for an action of the kit's own.
  public let id: UInt64
  /// The call that it is about, if it is about one.
  public let call: Call?
}
