public import CallControl
public import FoundationEssentials
internal import Locking
internal import TransportABI

// Passes the host's actions to the instance.
extension TransportProviderDelegate {
  /// Passes any other action than an End to the instance; a second call that it names must be of the same instance.
  public func provider(_ provider: Provider, performOther action: any CallAction) {
    let operation = action.operation
    var other = CallHandle.none
    if let named = operation.otherCall {
      let own = seats.find(action.callUUID)?.instance ?? instance
      guard let handle = own?.handle(of: named) else { return action.fail(TransportFault(.noSuchCall).commandFailure) }
      other = handle
    }
    let what = PluginAction(operation, with: other)
    send(action, what, of: operation.kind == .start ? .new(action.callUUID) : .id(action.callUUID))
  }

  /// Ends or declines a call; fulfilled at once if the instance is gone.
  public func provider(_ provider: Provider, perform action: EndCallAction) {
    let isSent = request(action, .end, of: .id(action.callUUID)) { stage in
      let isRinging = stage == .incoming
      if isRinging, action.cause == .declined, let decline = action.decline { return .decline(decline) }
      return .end(EndWhy(action.cause, isRinging: isRinging))
    }
    if !isSent { action.fulfill() }
  }

  private func send(_ action: any CallAction, _ what: PluginAction, of target: InstanceLedger.Target) {
    guard action.ticket != nil else { return }
    let isSent = request(action, what.effect, of: target) { _ in what }
    if !isSent { action.fail(.failed(Self.notRunning)) }
  }

  /// Requests the action of the instance that has the call, or is to have it; false when there is none to answer it.
  private func request(
    _ action: any CallAction, _ effect: InstanceLedger.Effect, of target: InstanceLedger.Target,
    _ what: (InstanceLedger.Call.Stage?) -> PluginAction
  ) -> Bool {
    guard let ticket = action.ticket else { return false }
    var tried: TransportInstance?
    while true {
      let seats = seats
      let instance: TransportInstance?
      switch target {
      case .new: instance = seats.forStarts
      case .id(let call): instance = seats.find(call)?.instance ?? seats.present?.instance
      case .none, .call: instance = seats.present?.instance
      }
      guard let instance, instance !== tried else { return false }
      let booking = instance.request(
        effect, of: target, for: .command(ticket.ref), deadlineMilliseconds: ticket.millisecondsLeft, what)
      guard booking.result == .gone else {
        noteStart(of: target, at: instance)
        return true
      }
      // A Start may come to an instance from which the Starts have just gone to the other one.
      tried = instance
    }
  }

  /// Tells the core of a call that begins at the former instance (P8).
  private func noteStart(of target: InstanceLedger.Target, at instance: TransportInstance) {
    guard case .new(let call?) = target else { return }
    let (provider, role) = state.withLock { ($0.provider, $0.seats.role(of: instance)) }
    if role == .former { provider?.report([.report(call, .leftBehind(true))]) }
  }

  private static let notRunning = TransportError(domain: TransportFault.contractDomain, message: TransportFault.notRunning.message)

  /// Gives up an action that timed out; if it was an answer, ends the call.
  public func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { giveUp(action) }

  /// Gives up a cancelled action; if it was an answer, ends the call.
  public func provider(_ provider: Provider, cancelled action: any CallAction) { giveUp(action) }

  private func giveUp(_ action: any CallAction) {
    guard let ref = action.ticket?.ref else { return }
    let seats = seats
    for instance in [seats.present?.instance, seats.former?.seat.instance] {
      guard let instance, let call = instance.giveUp(ref) else { continue }
      if ref.kind == .answer { instance.end(call, why: .hangup) }
      break
    }
    // Without a word of the plugin, this may have been the former instance's last call.
    seats.former?.drain.poke()
  }

  /// Tells the instance that the host shows an incoming call.
  public func provider(_ provider: Provider, didShow call: CallID) {
    if let (instance, handle) = seats.find(call) { instance.shown(handle) }
  }

  /// Rejects an incoming call on the network, with the reason of the rule that refused it.
  ///
  /// A transport that can deflect sends the caller to the host that has the line, if its address is known (K5).
  public func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) {
    guard let (instance, handle) = seats.find(call) else { return }
    let why = EndWhy(refusal: error.code)
    guard let address = error.address else { return instance.end(handle, why: why) }
    instance.deflect(handle, to: TransportCallInfo(Handle(type: .sipURI, value: address)), otherwise: why)
  }
}

extension ActionTicket {
  /// The time that the host will wait: at least a millisecond, at most an hour.
  fileprivate var millisecondsLeft: UInt32 {
    UInt32(min(max(patience.wholeNanoseconds / 1_000_000, 1), 3_600_000))
  }
}
