internal import CSIPStack
internal import TransportKit

/// One SIP account: an instance of this transport.
///
/// The stack keeps transactions and dialogs; this keeps which call is which dialog, and says to the host what the stack says. It guesses nothing: a
/// state moves when the far end has said so.
final class SIPAccount: Transport {
  static let descriptor = TransportDescriptor(
    id: "org.hookswitch.sip", name: "SIP", version: "0.1.0", vendor: "Hookswitch", license: "Apache-2.0", handleKinds: ["sip", "tel"],
    needsOneLoop: true)

  let host: Host
  var settings: Settings
  var stack: SIPStack?
  /// The stacks of calls that were up when the account moved to other sockets, by the calls' dialogs.
  var former: [UInt64: SIPStack] = [:]
  /// Whether the host has switched us on.
  var isActive = false
  /// The stack that we were the last to leave, until it has ended.
  var closing: SIPStack?
  let number: UInt32
  var numbers: DialogNumbers
  var dialogs: [UInt64: Dialog] = [:]
  var calls: [Call: Dialog] = [:]
  var registration = Registration()
  /// Requests of far ends that we call somebody, by the dialog that asked, until the host has decided.
  var wishes: [Call: TransferWish] = [:]
  /// Wishes that were granted, by whom to call.
  var granted: [String: GrantedTransfer] = [:]
  /// The thread that carries sound.
  var media: MediaEngine?
  /// Calls by the numbers of their sounds, and how many sounds there were.
  var sounding: [UInt64: Dialog] = [:]
  var sessions: UInt64 = 0
  /// The address that leads to the registrar, and what notices that it changes.
  var localAddress: String?
  var routeWatch: RouteWatch?
  /// Until it is tried again to listen where it could not.
  var nextTry: Timer?
  /// Sounds that the host has lent rings to.
  var attached: [Call: CallSound] = [:]

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    settings = try Settings(configuration)
    number = accountNumbers.next()
    numbers = DialogNumbers(number)
  }

  func activate() throws(TransportError) {
    let stack = try SIPStack.at(settings.place, isTraced: host.wantsWire)
    let media: MediaEngine
    do {
      media = try MediaEngine.shared()
    } catch {
      if stack.leave(host.port(to: self)) { stack.finish() }
      throw error
    }
    self.stack = stack
    self.media = media
    _ = media.ports.claim([number], for: UInt64(number), host.port(to: self))
    isActive = true
    warn()
    beReached()
    for peer in settings.trustedPeers { with { csip_trust($0, peer) } }
    watchNetwork()
    register()
  }

  /// Tells what is less safe than it could be.
  private func warn() {
    if settings.sound.tellsKeysWithoutTLS {
      host.log(.warning, "/sdes-without-tls: whoever reads a call's messages can hear its sound")
    }
    let unled = String(cString: csip_unled())
    if !unled.isEmpty { host.log(.warning, "this sofia-sip is not the one that SIP was written for: it does not call \(unled)") }
  }

  /// Takes the calls to our address.
  func beReached() {
    let keys: [StackEar.Key] = [.account(number), .host, settings.user.isEmpty ? .anybody : .user(settings.user)]
    let route = StackEar.Route(account: number, port: host.port(to: self))
    // Of two accounts with one address the newer is called, as with a registrar.
    stack?.ear.routes.take(keys, for: UInt64(number), route)
  }

  func deactivate() -> Outcome {
    isActive = false
    unwatchNetwork()
    unregister()
    // What the registrar says to it is heard by nobody any more.
    if registration.dialog != 0 { host.line(.down) }
    for dialog in sounding.values { silence(dialog) }
    media?.ports.release(UInt64(number))
    media?.release()
    media = nil
    leaveAllFormer()
    guard let stack else { return .done }
    for peer in settings.trustedPeers { with { csip_distrust($0, peer) } }
    self.stack = nil
    stack.ear.routes.release(UInt64(number))
    guard stack.leave(host.port(to: self)) else { return .done }
    closing?.finish()
    closing = stack
    return .pending
  }

  /// The stack that we were the last to leave has ended all that was on the wire.
  func stackStopped() {
    guard let closing else { return }
    closing.finish()
    self.closing = nil
    // An account that has moved to another address has a stack again, and is not at rest.
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
  }

  // MARK: calls

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    let uri = try SIPAddress.uri(for: to, of: settings)
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

  /// Tells a caller that we cannot answer, and forgets the call (RFC 3261 section 13.3.1: every INVITE gets a final response).
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

  /// Ends a call: an incoming one that is not answered with `rejection`, any other with the cause of `why`.
  private func end(_ call: Call, why: EndWhy, rejection: Rejection, action: Action) -> Outcome {
    guard let dialog = calls[call] else { return .done }
    dialog.ending = action
    // Digits that are on their way go out before the sound ends.
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
      // Nobody has said a word yet, and a CANCEL has to wait for one (RFC 3261 section 9.1), half a minute perhaps: that wait is the stack's.
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
      // What is on its way goes on, and what comes of it is told; what waits does not.
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
      if dialog.leaving != nil { over(dialog, 408, "nobody said what became of the transfer") }
    }
  }

  // MARK: the stack

  /// Gives an order, while there is a stack.
  func with(_ body: (OpaquePointer) -> Void) {
    if let stack { body(stack.pointer) }
  }

  /// Gives an order about a dialog to the stack that has it.
  func with(_ dialog: UInt64, _ body: (OpaquePointer) -> Void) {
    if let stack = former[dialog] ?? stack { body(stack.pointer) }
  }

  /// The call is gone for us, whoever ended it.
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

/// Numbers the accounts of this process.
let accountNumbers = AccountNumbers()
