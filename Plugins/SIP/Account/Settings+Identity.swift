internal import TransportKit

extension Settings {
  /// Our address in From.
  func ownURI(port: UInt16) -> String { uri.isEmpty ? "sip:\(contactUser)@\(place.uriHost):\(port)" : uri }

  /// The user in our Contact.
  var contactUser: String { uri.isEmpty ? "hookswitch" : user }

  /// The outbound proxy as in a Route header, for a loose router.
  var route: String? {
    guard !proxy.isEmpty else { return nil }
    return proxy.contains(";lr") ? "<\(proxy)>" : "<\(proxy);lr>"
  }

  /// The contacts of a registration; nil: the stack derives one from its listening address.
  func contact(port: UInt16) -> String? {
    guard !contacts.isEmpty else { return nil }
    return contacts.map { contact in
      switch contact {
      case "udp", "tcp": "<sip:\(user)@\(place.uriHost):\(port);transport=\(contact)>"
      case "tls": "<sips:\(user)@\(place.uriHost):\(place.transport == "tls" ? port : place.tlsPort ?? 5061)>"
      default: "<\(contact)>"
      }
    }.joined(separator: ", ")
  }

  /// Returns true when a call goes over TLS: by the proxy's address, or else by the target's; always when TLS is the only transport.
  func isSecure(calling target: String) -> Bool {
    place.transport == "tls" || SIPAddress.isSecure(proxy.isEmpty ? target : proxy)
  }

  /// The header that tells our identity to the trusted proxy in a call that hides it from others (RFC 3325 section 9.2).
  ///
  /// Nil when the call does not go to that proxy first.
  func preferredIdentity(calling target: String) -> String? {
    guard !uri.isEmpty, !proxy.isEmpty || SIPAddress.domain(of: target).lowercased() == domain.lowercased() else { return nil }
    return "P-Preferred-Identity: <\(uri)>\r\n"
  }

  /// Describes a caller to the host (RFC 3323, RFC 3325): by the asserted identity from a trusted sender, and as withheld when the caller
  /// wants that.
  func caller(of invite: IncomingInvite, replacing replaced: Call?) -> CallInfo {
    let isTrusted = trustedPeers.contains(invite.source) && !invite.asserted.isEmpty
    let (kind, handle) = SIPAddress.handle(of: isTrusted ? invite.asserted : invite.from)
    let isAnonymous = invite.isPrivate || SIPAddress.isAnonymous(invite.from)
    var info = CallInfo(
      kind: kind, handle: handle, displayName: isTrusted && !invite.assertedName.isEmpty ? invite.assertedName : invite.name)
    info.presentation = isAnonymous ? .withheld : .allowed
    if isAnonymous { (info.handle, info.displayName) = ("", "") }
    let dialed = Diversions.dialed(invite)
    info.localHandle = SIPAddress.schemed(called(by: invite, isDiverted: dialed != nil))
    info.divertedFrom = dialed.map(SIPAddress.schemed) ?? ""
    info.correlationID = invite.callID
    info.extraJSON = Self.extra(invite)
    info.replaces = replaced
    return info
  }

  /// Our address that was called: the network's P-Called-Party-ID (RFC 7315), else the address that the caller dialed; for a diverted call,
  /// the one that it was diverted to.
  private func called(by invite: IncomingInvite, isDiverted: Bool) -> String {
    if trustedPeers.contains(invite.source), let party = HeaderValue.list(invite.calledParty).first { return party.uri }
    guard isDiverted else { return invite.to }
    // A registrar replaces the called address with our Contact.
    return !uri.isEmpty && SIPAddress.user(of: invite.requestURI) == user ? uri : invite.requestURI
  }

  /// The longest header text that is passed on.
  private static let headerLimit = 1_024

  /// Further headers, as one JSON object.
  private static func extra(_ invite: IncomingInvite) -> String {
    let headers = [
      ("request-uri", invite.requestURI), ("to", invite.to), ("user-agent", invite.userAgent), ("diversion", invite.diversion),
      ("history-info", invite.history), ("p-called-party-id", invite.calledParty),
    ]
    let members = headers.filter { !$0.1.isEmpty }.map { "\(JSON.quoted($0.0)):\(JSON.quoted(String($0.1.prefix(headerLimit))))" }
    return "{\(members.joined(separator: ","))}"
  }
}
