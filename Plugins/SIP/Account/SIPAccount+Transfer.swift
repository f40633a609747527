internal import CSIPStack
internal import TransportKit

extension SIPAccount: TransferringTransport {
  /// Transfers a call with REFER (RFC 3515).
  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    guard dialog.transferring == nil else { throw TransportError(.busy, "a transfer of this call is under way", domain: "sip") }
    let uri = try settings.uri(for: to)
    dialog.transferring = action
    let by = "<\(settings.ownURI(port: stack?.port ?? 0))>"
    with(dialog.number) { stack in "<\(uri)>".withCString { uri in by.withCString { csip_refer(stack, dialog.number, uri, $0) } } }
    return .pending
  }

  /// Transfers a call with REFER and Replaces (RFC 3891).
  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call], let second = calls[other] else { throw TransportError(.noSuchCall) }
    guard dialog.transferring == nil else { throw TransportError(.busy, "a transfer of this call is under way", domain: "sip") }
    guard former[dialog.number] === former[second.number] else {
      throw TransportError(.failed, "the two calls use different sockets, since the account has moved between them", domain: "sip")
    }
    dialog.transferring = action
    dialog.partner = other
    let by = "<\(settings.ownURI(port: stack?.port ?? 0))>"
    with(dialog.number) { stack in by.withCString { csip_refer_to_dialog(stack, dialog.number, second.number, $0) } }
    return .pending
  }

  /// Handles the answer to our REFER, or the progress of the call that it made.
  func transferred(_ dialog: Dialog, _ status: Int, _ phrase: String, _ isFinal: Bool) {
    guard let action = dialog.transferring else { return }
    guard isFinal else {
      dialog.isReferred = true
      host.transferProgress(action, native: Int32(clamping: status), phrase)
      return
    }
    dialog.transferring = nil
    dialog.isReferred = false
    guard (200..<300).contains(status) else {
      dialog.partner = nil
      host.fail(
        action, TransportError(.failed, phrase, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip"))
      return
    }
    host.fulfil(action)
    let partner = dialog.partner.flatMap { calls[$0] }
    for gone in [dialog, partner].compactMap(\.self) {
      with(gone.number) { csip_end($0, gone.number, nil) }
      forget(gone)
      host.ended(gone.call, .local, nil)
    }
  }

  /// Handles a far end that accepted our REFER and hung up before it reported the result, as many phones do.
  ///
  /// A blind transfer then counts as done. In an attended transfer the second call ends when the two far ends are connected. It must stay
  /// until then: the INVITE between them names its dialog (RFC 3891 section 3).
  func left(_ dialog: Dialog) {
    guard dialog.partner.flatMap({ calls[$0] }) != nil else { return transferred(dialog, 200, "OK", true) }
    guard dialog.leaving == nil else { return }
    dialog.leaving = host.after(.seconds(Int64(settings.place.transactionSeconds))) { [weak self] in
      dialog.isReferred = false
      self?.over(dialog, 408, "the transfer's second call did not end")
    }
  }

  /// Completes an attended transfer whose first far end has left: the end of the second call shows that the two are connected.
  func met(_ partner: Call) {
    for dialog in calls.values where dialog.partner == partner && dialog.leaving != nil { left(dialog) }
  }

  /// Passes a far end's request for a transfer to the host.
  func asked(_ dialog: Dialog, toCall uri: String) {
    let wish = TransferWish(uri)
    guard wishes[dialog.call] == nil, host.transferRequested(dialog.call, to: wish.info) else {
      with(dialog.number) { csip_accept_refer($0, dialog.number, 603) }
      return
    }
    wishes[dialog.call] = wish
  }

  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?) {
    guard let dialog = calls[call], let wish = wishes.removeValue(forKey: call) else { return }
    with(dialog.number) { csip_accept_refer($0, dialog.number, accepted ? 202 : 603) }
    guard accepted else { return }
    let handle = wish.info.handle
    let limit = host.after(.seconds(Int64(settings.place.transactionSeconds))) { [weak self] in self?.giveUp(handle) }
    granted[handle] = GrantedTransfer(referrer: dialog.number, replaces: wish.replaces, limit: limit)
    with(dialog.number) { csip_report_refer($0, dialog.number, 100, "Trying") }
  }

  /// Reports failure to the referrer when the host accepts a transfer but makes no call, perhaps because it could not hold this one.
  private func giveUp(_ handle: String) {
    guard let grant = granted.removeValue(forKey: handle) else { return }
    with(grant.referrer) { csip_report_refer($0, grant.referrer, 503, "Service Unavailable") }
  }

  /// Reports the progress of a call to the far end that requested it (RFC 3515 section 2.4.4).
  func tellReferrer(of dialog: Dialog, _ status: Int, _ phrase: String) {
    guard let referrer = dialog.referrer else { return }
    if status >= 200 { dialog.referrer = nil }
    with(referrer) { stack in phrase.withCString { csip_report_refer(stack, referrer, Int32(clamping: status), $0) } }
  }
}
