internal import CSIPStack
internal import TransportKit

/// A SIP account: an instance of this transport.
///
/// The stack keeps transactions and dialogs. This class maps dialogs to calls and passes the stack's events to the host; a call changes its
/// state only on the far end's message.
final class SIPAccount: Transport {
  static let descriptor = TransportDescriptor(
    id: "org.hookswitch.sip", name: "SIP", version: "0.1.0", vendor: "Hookswitch", license: "Apache-2.0", handleKinds: ["sip", "tel"],
    needsOneLoop: true)

  let host: Host
  var settings: Settings
  var stack: SIPStack?
  /// The stacks of calls from before the account moved to other sockets, by dialog.
  var former: [UInt64: SIPStack] = [:]
  /// True while the host has activated the account.
  var isActive = false
  /// The stack that this account left as its last one, until it has ended.
  var closing: SIPStack?
  let number: UInt32
  var numbers: DialogNumbers
  var dialogs: [UInt64: Dialog] = [:]
  var calls: [Call: Dialog] = [:]
  var registration = Registration()
  /// Transfer requests of far ends that the host has not decided yet, by the call that asked.
  var wishes: [Call: TransferWish] = [:]
  /// Accepted transfer requests, by the handle to call.
  var granted: [String: GrantedTransfer] = [:]
  /// The media thread.
  var media: MediaEngine?
  /// Calls by the numbers of their media sessions, and the count of sessions so far.
  var sounding: [UInt64: Dialog] = [:]
  var sessions: UInt64 = 0
  /// The address on the route to the registrar, and the watch for its changes.
  var localAddress: String?
  var routeWatch: RouteWatch?
  /// The timer of the next attempt to listen.
  var nextTry: Timer?
  /// Media sessions with rings of the host attached.
  var attached: [Call: CallSound] = [:]
  /// The account's part in a handover to another version.
  var handover = HandoverPart.outside

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    settings = try Settings(configuration)
    number = accountNumbers.next()
    numbers = DialogNumbers(number)
  }

  func activate() throws(TransportError) {
    let stack = try SIPStack.at(settings.place, for: number, isTraced: host.wantsWire)
    let media: MediaEngine
    do {
      media = try MediaEngine.shared()
    } catch {
      if stack.leave(listener) { stack.finish() }
      throw error
    }
    self.stack = stack
    self.media = media
    let port = host.port(to: self)
    _ = media.listeners.claim([number], for: UInt64(number)) { session, event in port.post { $0.hear(event, inSession: session) } }
    isActive = true
    warn()
    beReached()
    for peer in settings.trustedPeers { with { csip_trust($0, peer) } }
    watchNetwork()
    // A new version registers once the old one has given up its registration.
    if handover != .taking { register() }
  }

  /// Warns of settings that reduce security.
  private func warn() {
    if settings.sound.tellsKeysWithoutTLS {
      host.log(.warning, "/sdes-without-tls: any reader of a call's messages can hear its media")
    }
  }

  /// This account as the threads of stacks reach it.
  var listener: StackEvents.Listener {
    let port = host.port(to: self)
    return StackEvents.Listener(
      account: number, hear: { words, events in port.post { $0.hear(words, from: events) } }, stopped: { port.post { $0.stackStopped() } })
  }

  /// Routes calls to our address to this account.
  func beReached() {
    let keys: [StackEvents.Key] = [.account(number), .host, settings.user.isEmpty ? .anybody : .user(settings.user)]
    // The newer of two accounts with one address gets the calls, as at a registrar.
    stack?.events.routes.take(keys, for: UInt64(number), listener)
  }

  func deactivate() -> Outcome {
    isActive = false
    unwatchNetwork()
    if handover == .outside { unregister() }
    // The account no longer hears the registrar's answer.
    if registration.dialog != 0 { host.line(.down) }
    for dialog in sounding.values { silence(dialog) }
    media?.listeners.release(UInt64(number))
    media?.release()
    media = nil
    leaveAllFormer()
    guard let stack else { return .done }
    for peer in settings.trustedPeers { with { csip_distrust($0, peer) } }
    self.stack = nil
    stack.events.routes.release(UInt64(number))
    guard stack.leave(listener) else { return .done }
    closing?.finish()
    closing = stack
    return .pending
  }

  /// Finishes a stack that this account left as its last one, now that all its dialogs have ended.
  func stackStopped() {
    guard let closing else { return }
    closing.finish()
    self.closing = nil
    // An account that moved to another address has a new stack, and is not deactivated.
    if stack == nil { host.deactivated() }
  }

  func reset() {
    for dialog in dialogs.values {
      host.cancel(dialog.retry)
      host.cancel(dialog.leaving)
      dropDigits(dialog)
      host.cancel(dialog.silence)
      with(dialog.number) { csip_end($0, dialog.number, nil) }
      leaveFormer(of: dialog.number)
      silence(dialog)
    }
    dialogs.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    wishes = [:]
    for grant in granted.values { host.cancel(grant.limit) }
    granted = [:]
  }

  func close() {
    _ = deactivate()
    closing?.finish()
    closing = nil
    _ = SIPStack.inheritance(at: settings.place)
  }

  // MARK: calls

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    let uri = try settings.uri(for: to)
    let dialog = Dialog(numbers.next(), call, handle: to.handle)
    if let grant = granted.removeValue(forKey: to.handle) {
      host.cancel(grant.limit)
      (dialog.referrer, dialog.replaces) = (grant.referrer, grant.replaces)
    }
    dialog.isPrivate = settings.withholdsIdentity || to.presentation == .withheld
    try invite(dialog, uri)
    calls[call] = dialog
    identify(dialog)
    return .done
  }

  func shown(_ call: Call) {
    guard let dialog = calls[call] else { return }
    with(dialog.number) { csip_ring($0, dialog.number, 180, nil) }
  }

  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    let answer: String
    do throws(TransportError) {
      answer = try session(for: dialog)
    } catch {
      refuse(dialog, error)
      host.fail(action, error)
      host.ended(call, .failed, error)
      return .pending
    }
    dialog.answering = action
    with(dialog.number) { stack in answer.withCString { csip_answer(stack, dialog.number, $0) } }
    return .pending
  }

  /// Refuses a call that we cannot answer, and forgets it (RFC 3261 section 13.3.1: every INVITE gets a final response).
  private func refuse(_ dialog: Dialog, _ error: TransportError) {
    let rejection = Rejection(unableToAnswer: error)
    with(dialog.number) { stack in rejection.reason.withCString { csip_reject(stack, dialog.number, rejection.status, nil, $0) } }
    forget(dialog)
  }

  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
    end(call, why: why, rejection: Rejection(why), action: action)
  }

  func decline(_ call: Call, _ decline: Decline, action: Action) throws(TransportError) -> Outcome {
    end(call, why: decline.why, rejection: Rejection(decline), action: action)
  }

  /// Ends a call: an unanswered incoming one with `rejection`, any other with the cause of `why`.
  private func end(_ call: Call, why: EndWhy, rejection: Rejection, action: Action) -> Outcome {
    guard let dialog = calls[call] else { return .done }
    dialog.ending = action
    // Send the remaining digits before the media stops.
    if !isSendingDigits(dialog) { dialog.sound?.stop() }
    if dialog.leaving != nil {
      forget(dialog)
      return .done
    }
    if call.isIncoming, !dialog.isUp, dialog.answering == nil {
      with(dialog.number) { stack in rejection.reason.withCString { csip_reject(stack, dialog.number, rejection.status, nil, $0) } }
    } else {
      let reason = "Q.850;cause=\(why.cause.rawValue)"
      let goodbye = { [unowned self] in
        dialog.sound?.stop()
        with(dialog.number) { stack in reason.withCString { csip_end(stack, dialog.number, $0) } }
      }
      if isSendingDigits(dialog) {
        afterDigits(dialog, goodbye)
        return .pending
      }
      goodbye()
      // A CANCEL must wait for a first response (RFC 3261 section 9.1), perhaps half a minute: the stack waits, the call ends now.
      if !call.isIncoming, !dialog.isUp, !dialog.hasProgress {
        tellReferrer(of: dialog, 487, "Request Terminated")
        forget(dialog)
        return .done
      }
    }
    return .pending
  }

  func cancelled(_ action: Action) {
    guard let call = action.call, let dialog = calls[call] else { return }
    if dialog.holding == action {
      dialog.holding = nil
      // A re-INVITE that was sent goes on and its result is reported; one that waits is dropped.
      if let retry = dialog.retry {
        host.cancel(retry)
        (dialog.retry, dialog.isChanging, dialog.wantsHeld) = (nil, false, dialog.isHeld)
      }
      if dialog.isHoldWaiting { (dialog.isHoldWaiting, dialog.isChanging, dialog.wantsHeld) = (false, false, dialog.isHeld) }
    }
    stopDigits(dialog, action)
    if dialog.transferring == action {
      dialog.transferring = nil
      dialog.isReferred = false
      if dialog.leaving != nil { over(dialog, 408, "the transfer's result was not reported") }
    }
  }

  // MARK: the stack

  /// Gives the current stack, if any, to `body`.
  func with(_ body: (OpaquePointer) -> Void) {
    if let stack { body(stack.pointer) }
  }

  /// Gives the stack of a dialog to `body`.
  func with(_ dialog: UInt64, _ body: (OpaquePointer) -> Void) {
    if let stack = former[dialog] ?? stack { body(stack.pointer) }
  }

  /// Removes a call that is over, whichever side ended it.
  func forget(_ dialog: Dialog) {
    host.cancel(dialog.retry)
    host.cancel(dialog.leaving)
    dropDigits(dialog)
    host.cancel(dialog.silence)
    dialogs[dialog.number] = nil
    leaveFormer(of: dialog.number)
    calls[dialog.call] = nil
    wishes[dialog.call] = nil
    silence(dialog)
  }
}
