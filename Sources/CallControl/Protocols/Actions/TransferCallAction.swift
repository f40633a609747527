public import FoundationEssentials

/// Hand a call over: CallKit has no such action.
///
/// Rules R1 and R2.
public struct TransferCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call that is handed over.
  public let callUUID: UUID
  /// Whom it is handed over to.
  public var target: TransferTarget
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to hand the call over; in a transaction of its own.
  public init(call: UUID, to target: TransferTarget, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.target = target
  }
}
