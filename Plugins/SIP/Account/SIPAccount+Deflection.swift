internal import CSIPStack
internal import TransportKit

extension SIPAccount: DeflectingTransport {
  /// Sends the caller of a ringing call to another address, with 302 (RFC 3261 sections 8.3 and 21.3.3).
  ///
  /// Completes when the response is sent. A CANCEL that came before it ends the call instead.
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    guard call.isIncoming, !dialog.isUp, dialog.answering == nil, dialog.ending == nil, dialog.verdict == nil, !dialog.isDeflected else {
      throw TransportError(.wrongState, "the call no longer rings", domain: "sip")
    }
    let uri = try settings.uri(for: to)
    // A Contact that the stack cannot read would leave the INVITE without a final response.
    guard csip_is_contact(uri) != 0 else {
      throw TransportError(.invalid, "\(uri) is not a SIP address", cause: .invalidNumber, domain: "sip")
    }
    (dialog.deflecting, dialog.isDeflected) = (action, true)
    let contact = "Contact: <\(uri)>\r\n"
    with(dialog.number) { stack in contact.withCString { csip_reject(stack, dialog.number, 302, nil, $0) } }
    return .pending
  }

  /// Reports the end of a call whose caller has been sent on, to an action of the host that waits for it.
  func deflected(_ dialog: Dialog) {
    if let action = dialog.deflecting ?? dialog.ending, action.id != 0 {
      host.fulfil(action)
    } else {
      host.ended(dialog.call, .local, nil)
    }
  }
}
