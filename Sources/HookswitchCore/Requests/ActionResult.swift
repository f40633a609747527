public import CallControl
public import FoundationEssentials

/// The result of one action of a request.
public struct ActionResult: Hashable, Sendable {
  /// The action's index in the transaction, counting from 0.
  public let index: Int
  /// The action's id.
  public let action: UUID
  /// The error; nil when the action was performed.
  public let error: CallError?
  /// True for an End of a call that had ended already, which is a success (E1).
  public let alreadyEnded: Bool
}
