public import CallControl
public import FoundationEssentials

/// What became of one action of a request.
public struct ActionResult: Hashable, Sendable {
  /// Its place in the transaction, counting from 0.
  public let index: Int
  /// The action's name.
  public let action: UUID
  /// Why it was not performed; nil: it was.
  public let error: CallError?
  /// True for an End of a call that had ended already: there was nothing left to do, which is a success (E1).
  public let alreadyEnded: Bool
}
