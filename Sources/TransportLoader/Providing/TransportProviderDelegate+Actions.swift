public import CallControl
public import FoundationEssentials
internal import Locking

// Passes the host's actions to the instance.
extension TransportProviderDelegate {
  /// Starts an outgoing call.
  public func provider(_ provider: Provider, perform action: StartCallAction) {
    guard let ticket = action.ticket else { return }
    guard let instance else { return action.fail(.failed(Self.notRunning)) }
    let (handle, call) = (instance.mintAction(), instance.mintCall())
    state.withLock { state in
      state.book.add(call, id: action.callUUID, isOutgoing: true)
      state.book.add(handle, ref: ticket.ref, call: call)
    }
    instance.start(handle, call, to: TransportCallInfo(action), deadlineMilliseconds: ticket.millisecondsLeft)
  }

  /// Answers a call.
  public func provider(_ provider: Provider, perform action: AnswerCallAction) {
    send(action) { $0.answer($1, $2, deadlineMilliseconds: $3) }
  }

  /// Ends or declines a call; fulfilled at once if the call is gone.
  public func provider(_ provider: Provider, perform action: EndCallAction) {
    guard state.withLock({ $0.instance != nil && $0.book.handle(of: action.callUUID) != nil }) else { return action.fulfill() }
    let isRinging = state.withLock { state in
      state.book.handle(of: action.callUUID).flatMap { state.book[$0] }.map { !$0.isOutgoing && !$0.isUp } ?? false
    }
    if isRinging, action.cause == .declined, let decline = action.decline {
      return send(action) { $0.decline($1, $2, decline, deadlineMilliseconds: $3) }
    }
    send(action) { $0.end($1, $2, why: EndWhy(action.cause, isRinging: isRinging), deadlineMilliseconds: $3) }
  }

  /// Holds or resumes a call.
  public func provider(_ provider: Provider, perform action: SetHeldCallAction) {
    send(action, setsHeld: action.isOnHold) { $0.setHeld($1, $2, action.isOnHold, deadlineMilliseconds: $3) }
  }

  /// Mutes or unmutes a call.
  public func provider(_ provider: Provider, perform action: SetMutedCallAction) {
    send(action) { $0.setMuted($1, $2, action.isMuted, deadlineMilliseconds: $3) }
  }

  /// Adds a call to a bridge or removes it; the other call must be of this provider.
  public func provider(_ provider: Provider, perform action: SetGroupCallAction) {
    var other = CallHandle.none
    if let with = action.callUUIDToGroupWith {
      guard let handle = state.withLock({ $0.book.handle(of: with) }) else { return action.fail(.failed(Self.noCall)) }
      other = handle
    }
    send(action) { $0.setGroup($1, $2, with: other, deadlineMilliseconds: $3) }
  }

  /// Sends DTMF tones.
  public func provider(_ provider: Provider, perform action: PlayDTMFCallAction) {
    let kind: UInt32 =
      switch action.type {
      case .singleTone: 1
      case .softPause: 2
      case .hardPause: 3
      }
    send(action) { $0.play($1, $2, action.digits, kind: kind, deadlineMilliseconds: $3) }
  }

  /// Transfers a call to a handle or to another call of this provider.
  public func provider(_ provider: Provider, perform action: TransferCallAction) {
    switch action.target {
    case .handle(let handle):
      var info = TransportCallInfo()
      info.handleKind = HandleKinds.name(of: handle.type)
      info.handle = handle.value
      info.mask = .handle
      send(action) { [info] in $0.transfer($1, $2, to: info, deadlineMilliseconds: $3) }
    case .call(let other):
      guard let other = state.withLock({ $0.book.handle(of: other) }) else { return action.fail(.failed(Self.noCall)) }
      send(action, other: other) { $0.connect($1, $2, with: other, deadlineMilliseconds: $3) }
    }
  }

  private func send(
    _ action: some CallAction, setsHeld: Bool? = nil, other: CallHandle? = nil,
    _ body: (TransportInstance, ActionHandle, CallHandle, UInt32) -> Void
  ) {
    guard let ticket = action.ticket else { return }
    guard let instance else { return action.fail(.failed(Self.notRunning)) }
    let handle = instance.mintAction()
    let call = state.withLock { state -> CallHandle? in
      guard let call = state.book.handle(of: action.callUUID) else { return nil }
      state.book.add(handle, ref: ticket.ref, call: call, setsHeld: setsHeld, other: other)
      return call
    }
    guard let call else { return action.fail(.failed(Self.noCall)) }
    body(instance, handle, call, ticket.millisecondsLeft)
  }

  private static let notRunning = TransportError(domain: "transport", message: "it does not run")
  private static let noCall = TransportError(domain: "transport", code: -5, message: "it does not know the call")

  /// Gives up an action that timed out; if it was an answer, ends the call.
  public func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { giveUp(action) }

  /// Gives up a cancelled action; if it was an answer, ends the call.
  public func provider(_ provider: Provider, cancelled action: any CallAction) { giveUp(action) }

  private func giveUp(_ action: any CallAction) {
    guard let ref = action.ticket?.ref else { return }
    let found = state.withLock { state -> (instance: TransportInstance?, action: ActionHandle, call: CallHandle)? in
      guard let (action, call) = state.book.remove(ref) else { return nil }
      if ref.kind == .end { state.book.markOver(call) }
      return (state.instance, action, call)
    }
    guard let found, let instance = found.instance else { return }
    instance.cancel(found.action)
    if ref.kind == .answer { end(found.call, instance, why: .hangup) }
  }

  /// Tells the instance that the host shows an incoming call.
  public func provider(_ provider: Provider, didShow call: CallID) {
    let (instance, handle) = state.withLock { ($0.instance, $0.book.handle(of: call)) }
    if let instance, let handle { instance.shown(handle) }
  }

  /// Rejects an incoming call on the network, with the reason of the rule that refused it.
  public func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) {
    let (instance, handle) = state.withLock { ($0.instance, $0.book.handle(of: call)) }
    if let instance, let handle { end(handle, instance, why: EndWhy(refusal: error.code)) }
  }

  /// Ends a call on the wire without reporting the completion to the core.
  func end(_ call: CallHandle, _ instance: TransportInstance, why: EndWhy) {
    let action = instance.mintAction()
    state.withLock { state in
      state.book.markOver(call)
      state.book.add(action, ref: nil, call: call)
    }
    instance.end(action, call, why: why, deadlineMilliseconds: 5000)
  }
}

extension ActionTicket {
  /// The time that the host will wait: at least a millisecond, at most an hour.
  fileprivate var millisecondsLeft: UInt32 {
    UInt32(min(max(patience.wholeNanoseconds / 1_000_000, 1), 3_600_000))
  }
}
