internal import CSIPStack
internal import TransportKit

extension SIPAccount {
  /// The most redirections that a call follows.
  static let mostMoves = 5

  /// Sends the INVITE of a call (RFC 3261 section 13.2.1).
  func invite(_ dialog: Dialog, _ uri: String) throws(TransportError) {
    dialog.isByTLS = settings.isSecure(calling: uri)
    let offer = try session(for: dialog)
    dialog.source = SIPAddress.numericHost(of: settings.proxy.isEmpty ? uri : settings.proxy)
    dialogs[dialog.number] = dialog
    // RFC 3261 section 8.1.3.4: a redirected request keeps its Call-ID.
    if dialog.callID.isEmpty { dialog.callID = CallIDs.fresh() }
    stack?.events.callIDs.note(dialog.callID, of: dialog.number)
    var headers = "Call-ID: \(dialog.callID)\r\n"
    if dialog.isPrivate { headers += settings.preferredIdentity(calling: uri) ?? "" }
    if !dialog.replaces.isEmpty { headers += "Replaces: \(dialog.replaces)\r\n" }
    with { stack in
      identity(isPrivate: dialog.isPrivate) { identity in
        headers.withCString { headers in
          uri.withCString { uri in offer.withCString { csip_invite(stack, dialog.number, identity, uri, $0, headers) } }
        }
      }
    }
  }

  /// Calls the target of a redirection; returns false when there is none to call (RFC 3261 section 8.1.3.4).
  ///
  /// The stack itself follows 302.
  func follow(_ refusal: Refusal, _ dialog: Dialog) -> Bool {
    guard [300, 301].contains(refusal.status), dialog.ending == nil, dialog.moves < Self.mostMoves,
      refusal.contact.hasPrefix("sip:") || refusal.contact.hasPrefix("sips:")
    else { return false }
    dialog.moves += 1
    // A description from before the redirection is void.
    dialog.remoteSession = nil
    dialogs[dialog.number] = nil
    stack?.events.callIDs.forget(dialog.number)
    leaveFormer(of: dialog.number)
    dialog.number = numbers.next()
    do throws(TransportError) {
      try invite(dialog, refusal.contact)
      return true
    } catch {
      dialogs[dialog.number] = dialog
      return false
    }
  }

  /// Reports our address and the Call-ID of an outgoing call to the host.
  func identify(_ dialog: Dialog) {
    var info = CallInfo(kind: "", handle: "")
    if !dialog.isPrivate { info.localHandle = SIPAddress.schemed(settings.ownURI(port: stack?.port ?? 0)) }
    info.correlationID = dialog.callID
    host.update(dialog.call, info)
  }
}

extension SIPAccount {
  /// Calls `body` with our identity for the stack; that of a private call is anonymous (RFC 3323 section 4.1).
  ///
  /// - Parameter contact: Our Contact; nil: the stack's listening address.
  func identity(isPrivate: Bool = false, contact: String? = nil, _ body: (UnsafePointer<csip_identity>) -> Void) {
    let texts = [
      isPrivate ? "sip:anonymous@anonymous.invalid" : settings.ownURI(port: stack?.port ?? 0),
      isPrivate ? "Anonymous" : settings.displayName.ifAny, contact, settings.route, settings.authUser.ifAny, registration.password,
      isPrivate ? "id" : nil, settings.realm.ifAny,
      [settings.uri, settings.registrar, settings.proxy].filter { !$0.isEmpty }.joined(separator: " "),
    ]
    withTexts(texts) { texts in
      guard let uri = texts[0] else { return }
      var identity = csip_identity(
        uri: uri, name: texts[1], contact: texts[2], route: texts[3], user: texts[4], password: texts[5], privacy: texts[6],
        realm: texts[7],
        homes: texts[8], answers_without_qop: settings.answersWithoutQOP ? 1 : 0)
      body(&identity)
    }
  }
}

extension String {
  /// The string, or nil when it is empty.
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}
