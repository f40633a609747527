public import FoundationEssentials

// The actions of delegates and programs, each with its function of a delegate and the operation that it wraps.

/// The functions of a provider's delegate that carry out actions.
///
/// Each action is answered exactly once, with `fulfill()` or `fail()`. An action whose function is not implemented goes to
/// `provider(_:performOther:)`, which fails it at once (P3) unless the delegate implements that.
public protocol CallActionPerforming: AnyObject, Sendable {
  /// Start a call; fulfil when the invitation was sent.
  func provider(_ provider: Provider, perform action: StartCallAction)
  /// Answer the call; fulfil when both sides can talk.
  func provider(_ provider: Provider, perform action: AnswerCallAction)
  /// End or decline the call.
  func provider(_ provider: Provider, perform action: EndCallAction)
  /// Hold or resume the call.
  func provider(_ provider: Provider, perform action: SetHeldCallAction)
  /// Mute or unmute our side.
  func provider(_ provider: Provider, perform action: SetMutedCallAction)
  /// Join or leave a bridge.
  func provider(_ provider: Provider, perform action: SetGroupCallAction)
  /// Send tones.
  func provider(_ provider: Provider, perform action: PlayDTMFCallAction)
  /// Transfer the call.
  func provider(_ provider: Provider, perform action: TransferCallAction)
  /// Send the ringing call on to another handle.
  func provider(_ provider: Provider, perform action: DeflectCallAction)
  /// Carry out an action whose own function the delegate does not implement, by its `operation`.
  func provider(_ provider: Provider, performOther action: any CallAction)
}

extension CallActionPerforming {
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: StartCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: AnswerCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: EndCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: SetHeldCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: SetMutedCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: SetGroupCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: PlayDTMFCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: TransferCallAction) { self.provider(provider, performOther: action) }
  /// Passes the action to `provider(_:performOther:)`.
  public func provider(_ provider: Provider, perform action: DeflectCallAction) { self.provider(provider, performOther: action) }
  /// Fails at once: not implemented (P3); the host ends a call all the same (E2).
  public func provider(_ provider: Provider, performOther action: any CallAction) { provider.lacks(action) }
}

/// Answer an incoming call; fulfilled when both sides can talk.
///
/// After [`CXAnswerCallAction`](https://developer.apple.com/documentation/callkit/cxanswercallaction).
public struct AnswerCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The ringing call.
  public let callUUID: UUID
  /// The permitted effect on the calls in the way; a delegate can ignore it.
  public var choice: AnswerChoice
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to answer a call, with the permitted effect on other calls.
  public init(call: UUID, choice: AnswerChoice = .automatic, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.choice = choice
  }

  /// Fulfils the action with the time when both sides could talk, by the provider's clock.
  ///
  /// The host replaces a date in the future, or before the call's earlier stages, with its own time and counts it as misbehaviour.
  public func fulfill(withDateConnected date: Date) {
    ticket?.answer(nil, at: date)
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .answer }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// End or decline a call.
///
/// After [`CXEndCallAction`](https://developer.apple.com/documentation/callkit/cxendcallaction).
public struct EndCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to end.
  public let callUUID: UUID
  /// The End's cause on a delegate's action: hung up, declined, rung out, made room for another.
  public var cause: EndCause? { ticket?.command.cause }
  /// The decline's details for a ringing call's caller; nil for a plain decline.
  ///
  /// Has no effect on a call that does not ring.
  public var decline: Decline?
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to end a call; `decline` has details for a ringing call's caller.
  public init(call: UUID, decline: Decline? = nil, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.decline = decline
  }

  /// Fulfils the action with the time when the call was over, by the provider's clock.
  ///
  /// The host replaces a date in the future, or before the call's earlier stages, with its own time and counts it as misbehaviour.
  public func fulfill(withDateEnded date: Date) {
    ticket?.answer(nil, at: date)
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .end(decline) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Hold or resume a call.
///
/// After [`CXSetHeldCallAction`](https://developer.apple.com/documentation/callkit/cxsetheldcallaction).
public struct SetHeldCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to hold or resume.
  public let callUUID: UUID
  /// True to hold, false to resume.
  public var isOnHold: Bool
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to hold or resume a call, with its whole group.
  public init(call: UUID, onHold: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isOnHold = onHold
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .setHeld(isOnHold) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Mute or unmute our side of a call.
///
/// After [`CXSetMutedCallAction`](https://developer.apple.com/documentation/callkit/cxsetmutedcallaction).
public struct SetMutedCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to mute.
  public let callUUID: UUID
  /// True to mute, false to unmute.
  public var isMuted: Bool
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to mute or unmute a call.
  public init(call: UUID, muted: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isMuted = muted
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .setMuted(isMuted) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Join another call's bridge, or leave it.
///
/// After [`CXSetGroupCallAction`](https://developer.apple.com/documentation/callkit/cxsetgroupcallaction).
public struct SetGroupCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call that joins or leaves.
  public let callUUID: UUID
  /// The call to join; nil to leave the group.
  public var callUUIDToGroupWith: UUID?
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to join another call's group, or with nil to leave the group.
  public init(call: UUID, callUUIDToGroupWith: UUID?, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.callUUIDToGroupWith = callUUIDToGroupWith
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .setGroup(with: callUUIDToGroupWith) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Send tones on a call.
///
/// After [`CXPlayDTMFCallAction`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction).
public struct PlayDTMFCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call that the tones go out on.
  public let callUUID: UUID
  /// The tones: `0-9 * # A-D`; on the requesting side also `,` for a pause of 2 s and `;` for a wait.
  public var digits: String
  /// The pause before these tones.
  public var type: DTMFKind
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to send tones.
  public init(call: UUID, digits: String, type: DTMFKind = .singleTone, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.digits = digits
    self.type = type
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .playDTMF(digits, type) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

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

  /// The operation that the action wraps.
  public var operation: CallOperation { .transfer(target) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

/// Send a ringing call on to another handle without answering it; fulfilled when the caller is on the way there.
///
/// CallKit has no such action. See rule R5, and Android Telecom's [`onDeflect`](https://developer.android.com/reference/android/telecom/Connection#onDeflect(android.net.Uri)).
public struct DeflectCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The ringing call.
  public let callUUID: UUID
  /// The handle that the caller is sent to.
  public var handle: Handle
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to send a ringing call on; it must be alone in its transaction.
  public init(call: UUID, to handle: Handle, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.handle = handle
  }

  /// The operation that the action wraps.
  public var operation: CallOperation { .deflect(to: handle) }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}

extension CallOperation {
  /// Returns a delegate's action for the operation on a call.
  package func action(on call: CallID, named uuid: UUID) -> any CallAction {
    switch self {
    case .start(let details):
      StartCallAction(
        call: call, handle: details.handle, isVideo: details.isVideo, contactIdentifier: details.contactIdentifier,
        localHandle: details.localHandle, uuid: uuid)
    case .answer: AnswerCallAction(call: call, uuid: uuid)
    case .end(let decline): EndCallAction(call: call, decline: decline, uuid: uuid)
    case .setHeld(let value): SetHeldCallAction(call: call, onHold: value, uuid: uuid)
    case .setMuted(let value): SetMutedCallAction(call: call, muted: value, uuid: uuid)
    case .setGroup(let other): SetGroupCallAction(call: call, callUUIDToGroupWith: other, uuid: uuid)
    case .playDTMF(let digits, let type): PlayDTMFCallAction(call: call, digits: digits, type: type, uuid: uuid)
    case .transfer(let target): TransferCallAction(call: call, to: target, uuid: uuid)
    case .deflect(let handle): DeflectCallAction(call: call, to: handle, uuid: uuid)
    }
  }
}
