public import FoundationEssentials

/// Transfer a call; CallKit has no such action.
///
/// See rules R1 and R2.
public struct TransferCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to transfer.
  public let callUUID: UUID
  /// The transfer's target.
  public var target: TransferTarget
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to transfer a call; it must be alone in its transaction.
  public init(call: UUID, to target: TransferTarget, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.target = target
  }
}
