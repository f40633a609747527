internal import StrictJSON
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
  func contact(port: UInt16, tlsPort: UInt16) -> String? {
    guard !contacts.isEmpty || !instance.isEmpty || !formerContacts.isEmpty else { return nil }
    // One request removes the old contacts and enters ours (RFC 3261 section 10.2.2).
    let own = ownContacts(port: port, tlsPort: tlsPort).enumerated().map { $1 + parameters(ofContact: $0) }
    return (own + formerContacts.map { "<\($0)>;expires=0" }).joined(separator: ", ")
  }

  /// The contacts of a registration without an instance, with which it is withdrawn; nil: those with which it was registered.
  func plainContact(port: UInt16, tlsPort: UInt16) -> String? {
    instance.isEmpty ? nil : ownContacts(port: port, tlsPort: tlsPort).joined(separator: ", ")
  }

  private func ownContacts(port: UInt16, tlsPort: UInt16) -> [String] {
    let own = contacts.map { contact in
      switch contact {
      case "udp", "tcp": "<sip:\(user)@\(place.uriHost):\(port);transport=\(contact)>"
      case "tls": "<sips:\(user)@\(place.uriHost):\(tlsPort)>"
      default: "<\(contact)>"
      }
    }
    return own.isEmpty ? [ownContact(port: port, tlsPort: tlsPort)] : own
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
    let members = headers.filter { !$0.1.isEmpty }.map { "\(JSONValue.quote($0.0)):\(JSONValue.quote(String($0.1.prefix(headerLimit))))" }
    return "{\(members.joined(separator: ","))}"
  }

  /// The URI to call for a host's handle.
  ///
  /// A number goes to the account's own domain (RFC 3261 section 19.1.6); an account without a domain cannot call it.
  func uri(for info: CallInfo) throws(TransportError) -> String {
    guard info.kind != "tel", SIPAddress.scheme(of: info.handle) != "tel" else { return try uri(number: info.handle) }
    var target = ["sip", "sips"].contains(SIPAddress.scheme(of: info.handle)) ? info.handle : "sip:\(info.handle)"
    // A bare name or number is a user of our domain, never a host: 5550105 would be the host 0.84.179.105.
    if SIPAddress.scheme(of: info.handle).isEmpty, !info.handle.contains(where: { "@.:[".contains($0) }) {
      guard !domain.isEmpty else {
        throw TransportError(
          .invalid, "without an account only whole addresses can be called, such as sip:\(info.handle)@192.0.2.1", cause: .invalidNumber,
          domain: "sip")
      }
      target += "@\(domain)"
    }
    guard SIPAddress.isClean(target) else {
      throw TransportError(
        .invalid, "a SIP address has no spaces, commas, control characters or angle brackets, and at most \(SIPAddress.longest) bytes",
        cause: .invalidNumber, domain: "sip")
    }
    return target
  }

  private func uri(number text: String) throws(TransportError) -> String {
    guard !domain.isEmpty else {
      throw TransportError(
        .invalid, "without an account at a registrar only SIP addresses can be called, such as sip:bob@192.0.2.1", cause: .invalidNumber,
        domain: "sip")
    }
    guard let number = PhoneNumber(uri: text) else {
      throw TransportError(
        .invalid, "a telephone number has digits, * and #, with + before a country's code", cause: .invalidNumber, domain: "sip")
    }
    let scheme = SIPAddress.scheme(of: uri)
    return "\(scheme):\(number.userPart)@\(domain)" + (number.isGlobal ? ";user=phone" : "")
  }
}
