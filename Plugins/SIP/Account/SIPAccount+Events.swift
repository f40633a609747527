internal import CSIPStack
internal import TransportKit

// The stack's events about this account's dialogs, on its loop.
extension SIPAccount {
  /// Handles the events of one turn of the stack's thread.
  ///
  /// Ignores a stack that the account has left without a call on it, and refuses a call that came there.
  func hear(_ words: [(dialog: UInt64, event: StackEvent)], from events: StackEvents) {
    guard events === stack?.events || former.values.contains(where: { $0.events === events }) else {
      for (number, event) in words { if case .incoming = event { SIPStack.reject(number, heardBy: events) } }
      return
    }
    for (number, event) in words {
      switch event {
      case .wire(let isOutgoing, let text):
        // Another account that listens here may be the one whose host wants messages.
        if host.wantsWire { host.wire(dialogs[number]?.call, outgoing: isOutgoing, protocol: "sip", text) }
      case .incoming(let invite): offered(invite, number)
      case .flooded(let refused, let dropped, let cut, let source): flooded(refused, dropped, cut, source)
      case _ where number == registration.dialog: hearRegistrar(event)
      default: if let dialog = dialogs[number], events === (former[number] ?? stack)?.events { hear(event, dialog) }
      }
    }
  }

  private func flooded(_ refused: Int, _ dropped: Int, _ cut: Int, _ source: String) {
    host.log(
      .warning,
      "too many requests at \(settings.place): \(refused) calls refused, \(dropped) requests dropped, \(cut) connections cut, the last of \(source); "
        + "add it to trusted-peers if that is intended")
  }

  private func hear(_ event: StackEvent, _ dialog: Dialog) {
    switch event {
    case .incoming, .registered, .unregistered, .flooded, .wire: break
    case .progress(let status, let hasSession): progress(dialog, status, hasSession)
    case .answered: answered(dialog)
    // The answer to our own CANCEL is not the far end's verdict.
    case .refused(let refusal): if dialog.ending == nil, !follow(refusal, dialog) { dialog.verdict = CallVerdict(response: refusal) }
    case .cancelled(let refusal): dialog.verdict = CallVerdict(cancellation: refusal)
    case .hungUp(let refusal): dialog.verdict = CallVerdict(goodbye: refusal)
    case .lost(let refusal): dialog.verdict = CallVerdict(lost: refusal)
    case .over(let status, let phrase): over(dialog, status, phrase)
    case .remoteSession(let text, let isOffer, let wantsNoSound): described(dialog, text, isOffer, wantsNoSound)
    case .localSession(let text, let isOffer):
      dialog.localSession = SoundDescription(text)
      if !isOffer { settle(dialog, answerIsTheirs: false) }
    case .changed(let status, let phrase): changed(dialog, status, phrase)
    case .infoAnswered(let status, let phrase): infoAnswered(dialog, status, phrase)
    case .info(let type, let body): informed(dialog, type, body)
    case .referred(let to, _): asked(dialog, toCall: to)
    case .transfer(let status, let phrase, let isFinal): transferred(dialog, status, phrase, isFinal)
    }
  }

  /// Handles an INVITE: offers the call to the host, or refuses it.
  private func offered(_ invite: IncomingInvite, _ number: UInt64) {
    // It came while the account moved to other sockets.
    if let old = former.values.first(where: { UInt(bitPattern: $0.pointer) == invite.stack }), old !== stack { former[number] = old }
    defer { if dialogs[number] == nil { leaveFormer(of: number) } }
    // Refuse a call that could have no audio before the host hears of it (RFC 3261 section 13.3.1.3).
    let session = SoundDescription(invite.session)
    if let warning = settings.sound.warning(of: invite.session, session, isByTLS: invite.isByTLS) {
      with(number) { csip_reject($0, number, 488, nil, "Warning: \(warning)\r\n") }
      return
    }
    let replaced = replaced(by: invite)
    // RFC 3891 section 3.
    guard replaced != nil || invite.replacing == .nobody else {
      with(number) { csip_reject($0, number, 481, nil, nil) }
      return
    }
    guard let call = host.incoming(settings.caller(of: invite, replacing: replaced)) else {
      with(number) { csip_reject($0, number, 486, nil, nil) }
      return
    }
    let dialog = Dialog(number, call)
    dialog.isByTLS = invite.isByTLS
    (dialog.offer, dialog.remoteSession) = (invite.session, session)
    dialog.source = LocalAddress.isNumeric(invite.source) ? invite.source : nil
    if SIPAddress.user(of: invite.requestURI).isEmpty { with(number) { csip_name($0, number, settings.contactUser) } }
    if case .dialog(let old) = invite.replacing { dialog.replaced = old }
    dialogs[number] = dialog
    calls[call] = dialog
  }

  /// The call to be replaced: one of this account that is up, or one that we began (RFC 3891 section 3).
  private func replaced(by invite: IncomingInvite) -> Call? {
    guard case .dialog(let number) = invite.replacing, let dialog = dialogs[number] else { return nil }
    return dialog.isUp || !dialog.call.isIncoming ? dialog.call : nil
  }

  private func progress(_ dialog: Dialog, _ status: Int, _ hasSession: Bool) {
    dialog.hasProgress = true
    host.report(dialog.call, .connecting)
    if status == 180 { host.report(dialog.call, .ringing) }
    if hasSession { host.report(dialog.call, .earlyMedia) }
    tellReferrer(of: dialog, status, status == 180 ? "Ringing" : "Session Progress")
  }

  private func answered(_ dialog: Dialog) {
    dialog.isUp = true
    review(dialog)
    guard dialog.sound?.agreement != nil else {
      dialog.verdict = .noSound
      with(dialog.number) { csip_end($0, dialog.number, "SIP;cause=488;text=\"no codec in common\"") }
      return
    }
    if let old = dialog.replaced.flatMap({ dialogs[$0] }) {
      with(old.number) { csip_end($0, old.number, nil) }
      forget(old)
      host.ended(old.call, .remote)
    }
    if let action = dialog.answering {
      dialog.answering = nil
      host.fulfil(action)
    } else if !dialog.call.isIncoming {
      host.report(dialog.call, .active)
      tellReferrer(of: dialog, 200, "OK")
    }
    // The far end called or answered with a description that receives no media.
    if dialog.remoteSession?.receives == false { hold(dialog, true) }
  }

  /// Ends a call whose dialog is gone; the kit completes its open actions.
  func over(_ dialog: Dialog, _ status: Int, _ phrase: String) {
    if dialog.isReferred, dialog.ending == nil { return left(dialog) }
    forget(dialog)
    defer { met(dialog.call) }
    let last = Refusal(status: status, phrase: phrase)
    let verdict = dialog.verdict ?? (dialog.isUp ? CallVerdict(lost: last) : CallVerdict(response: last))
    tellReferrer(of: dialog, max(300, Int(verdict.error?.native ?? 487)), verdict.error?.message ?? "Request Terminated")
    if let action = dialog.ending, action.id != 0 {
      host.fulfil(action)
    } else {
      host.ended(dialog.call, verdict.reason, verdict.error)
    }
  }

  private func described(_ dialog: Dialog, _ text: String, _ isOffer: Bool, _ wantsNoSound: Bool) {
    if text != dialog.offer { dialog.remoteSession = SoundDescription(text) }
    dialog.offer = ""
    if !isOffer { settle(dialog, answerIsTheirs: true) }
    if isOffer, dialog.isUp { hold(dialog, wantsNoSound) }
  }

  /// Reports that the far end holds or resumes the call.
  private func hold(_ dialog: Dialog, _ isHeld: Bool) {
    guard dialog.isHeldByFarEnd != isHeld else { return }
    dialog.isHeldByFarEnd = isHeld
    review(dialog)
    host.report(dialog.call, isHeld ? .heldByFarEnd : .resumedByFarEnd)
  }
}
