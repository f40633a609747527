internal import CSIPStack
internal import TransportKit

extension SIPAccount: HoldingTransport, MutingTransport {
  /// Holds or resumes a call with a re-INVITE that gives the direction of media (RFC 3264 section 8.4).
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    guard !dialog.isChanging else { throw TransportError(.busy, "another hold or resume of this call is under way", domain: "sip") }
    guard dialog.isHeld != held else { return .done }
    dialog.isChanging = true
    dialog.wantsHeld = held
    dialog.holding = action
    guard held, isSendingDigits(dialog) else {
      change(dialog)
      return .pending
    }
    dialog.isHoldWaiting = true
    afterDigits(dialog) { [unowned self] in
      guard dialog.isHoldWaiting else { return }
      dialog.isHoldWaiting = false
      change(dialog)
    }
    return .pending
  }

  private func change(_ dialog: Dialog) {
    with(dialog.number) { stack in dialog.holdMark.withCString { csip_change(stack, dialog.number, nil, $0) } }
  }

  /// Handles the answer to our re-INVITE.
  func changed(_ dialog: Dialog, _ status: Int, _ phrase: String) {
    guard dialog.isChanging else { return }
    let action = dialog.holding
    if status < 300 {
      (dialog.isChanging, dialog.isHeld, dialog.holding) = (false, dialog.wantsHeld, nil)
      settle(dialog, answerIsTheirs: true)
      // The action was cancelled meanwhile: report the new state.
      if action.map({ host.fulfil($0) }) != true { host.report(dialog.call, dialog.isHeld ? .held : .active) }
    } else if status == 491 {
      // RFC 3261 section 14.1: the owner of the Call-ID waits 2.1 to 4 s, the other side up to 2 s, in steps of 10 ms.
      let steps = dialog.call.isIncoming ? UInt64.random(in: 0...200) : UInt64.random(in: 210...400)
      dialog.retry = host.after(.milliseconds(10 * Int64(steps))) { [unowned self, unowned dialog] in
        dialog.retry = nil
        change(dialog)
      }
    } else {
      (dialog.isChanging, dialog.wantsHeld, dialog.holding) = (false, dialog.isHeld, nil)
      guard let action else { return }
      host.fail(
        action, TransportError(.failed, phrase, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip"))
    }
  }

  /// Mutes a call by sending silence; no message goes out.
  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    dialog.sound?.mute(muted)
    return .done
  }
}

extension SIPAccount: DeflectingTransport {
  /// Sends the caller of a ringing call to another address, with 302 (RFC 3261 sections 8.3 and 21.3.3).
  ///
  /// Completes at once, because nothing takes a 302 back. A CANCEL that crosses it changes nothing for a caller who has left.
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    guard call.isIncoming, !dialog.isUp, dialog.answering == nil, dialog.ending == nil, dialog.verdict == nil else {
      throw TransportError(.wrongState, "the call no longer rings", domain: "sip")
    }
    let uri = try settings.uri(for: to)
    // A Contact that the stack cannot read would leave the INVITE without a final response.
    guard csip_is_contact(uri) != 0 else {
      throw TransportError(.invalid, "\(uri) is not a SIP address", cause: .invalidNumber, domain: "sip")
    }
    let contact = "Contact: <\(uri)>\r\n"
    with(dialog.number) { stack in contact.withCString { csip_reject(stack, dialog.number, 302, nil, $0) } }
    forget(dialog)
    return .done
  }
}
