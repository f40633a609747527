internal import TransportKit

/// The configuration of an account.
struct Settings {
  /// Who we are: `sip:alice@example.org`; empty for direct calls between addresses.
  var uri = ""
  var displayName = ""
  /// Where REGISTER goes; empty: nowhere.
  var registrar = ""
  /// How long a registration is to hold, in seconds.
  var expires = 3600
  /// An outbound proxy.
  var proxy = ""
  /// The user name for digests; empty: that of `uri`.
  var authUser = ""
  /// The name of the secret with the password.
  var secret = ""
  /// Addresses whose P-Asserted-Identity is believed (RFC 3325), and which may call as often as they like.
  var trustedPeers: Set<String> = []
  /// The codecs that are offered, in this order.
  var codecs: [SoundCodec] = [.opus, .g722, .pcma, .pcmu]
  /// What is offered: plain RTP, or SRTP with keys in the description, which is safe over TLS only (RFC 4568 section 7).
  var encryption = Encryption.none
  var mediaPorts: ClosedRange<UInt16> = 16_384...32_767
  var place = StackPlace(host: "127.0.0.1", port: 5060)

  init(_ configuration: Configuration) throws(TransportError) {
    var configuration = configuration
    uri = try configuration.string("uri", default: "")
    displayName = try configuration.string("display-name", default: "")
    registrar = try configuration.string("registrar", default: "")
    expires = try configuration.integer("expires", in: 60...86_400, default: 3600)
    proxy = try configuration.string("outbound-proxy", default: "")
    secret = try configuration.string("secret", default: "")
    trustedPeers = Set(try configuration.strings("trusted-peers"))
    place.host = try configuration.string("address", default: "127.0.0.1")
    place.port = UInt16(try configuration.integer("port", in: 0...65_535, default: 5060))
    place.tlsPort = UInt16(try configuration.integer("tls-port", in: 0...65_535, default: 0))
    place.certificates = try configuration.string("certificates", default: "")
    place.checksCertificates = try configuration.boolean("check-certificates", default: true)
    // RFC 4028 wants 90 s at least; less is for tests.
    let leastExpires = try configuration.integer("min-session-expires", in: 2...86_400, default: 90)
    place.minSessionExpires = UInt32(leastExpires)
    place.sessionExpires = UInt32(try configuration.integer("session-expires", in: leastExpires...86_400, default: max(leastExpires, 1800)))
    place.transactionSeconds = UInt32(try configuration.integer("transaction-seconds", in: 1...64, default: 32))
    place.maxRinging = UInt32(try configuration.integer("max-ringing", in: 1...100_000, default: 1000))
    place.callsPerSecondPerSource = UInt32(try configuration.integer("calls-per-second-per-source", in: 1...100_000, default: 500))
    place.transport = try configuration.string("transport", default: "")
    codecs = try Self.codecs(configuration.strings("codecs", default: codecs.map(\.rawValue)))
    encryption = try Self.encryption(configuration.string("srtp", default: "off"))
    let first = try configuration.integer("first-media-port", in: 1024...65_000, default: 16_384)
    let last = try configuration.integer("last-media-port", in: 1024...65_535, default: 32_767)
    guard last > first else { throw TransportError(.invalid, "configuration: /last-media-port must be above /first-media-port") }
    mediaPorts = UInt16(first)...UInt16(last)
    authUser = try configuration.string("auth-user", default: user)
    try configuration.refuseUnread()
    try check()
  }

  enum Encryption: Hashable {
    case none
    case sdes
  }

  private static func codecs(_ names: [String]) throws(TransportError) -> [SoundCodec] {
    var codecs: [SoundCodec] = []
    for (index, name) in names.enumerated() {
      guard let codec = SoundCodec(rawValue: name), !codecs.contains(codec) else {
        throw TransportError(.invalid, "configuration: /codecs/\(index) must be opus, g722, pcma or pcmu, each once")
      }
      codecs.append(codec)
    }
    guard !codecs.isEmpty else { throw TransportError(.invalid, "configuration: /codecs must name one at least") }
    return codecs
  }

  private static func encryption(_ name: String) throws(TransportError) -> Encryption {
    switch name {
    case "off": return .none
    case "sdes": return .sdes
    default: throw TransportError(.invalid, "configuration: /srtp must be off or sdes")
    }
  }

  /// What one setting says about another.
  private func check() throws(TransportError) {
    guard uri.isEmpty || (uri.hasPrefix("sip:") || uri.hasPrefix("sips:")) && !user.isEmpty && !domain.isEmpty else {
      throw TransportError(.invalid, "configuration: /uri must be like sip:alice@example.org")
    }
    guard registrar.isEmpty || !uri.isEmpty else {
      throw TransportError(.invalid, "configuration: /registrar needs /uri: whom should it register?")
    }
    guard ["", "udp", "tcp"].contains(place.transport) else {
      throw TransportError(.invalid, "configuration: /transport must be udp, tcp, or empty for both")
    }
    guard place.tlsPort == 0 || !place.certificates.isEmpty else {
      throw TransportError(.invalid, "configuration: /tls-port needs /certificates: the folder with agent.pem and cafile.pem")
    }
  }

  /// The user part of our address.
  var user: String { SIPAddress.user(of: uri) }

  /// The domain of our address, with its port.
  var domain: String {
    guard let at = uri.firstIndex(of: "@") else { return "" }
    return String(uri[uri.index(after: at)...].prefix { $0 != ";" && $0 != "?" })
  }

  /// Who calls, as the far end is told.
  func ownURI(port: UInt16) -> String { uri.isEmpty ? "sip:hookswitch@\(place.uriHost):\(port)" : uri }

  /// How the host sees a caller (RFC 3323, RFC 3325): the asserted identity where its sender is trusted, and nobody where the caller does not want to be shown.
  func caller(of invite: IncomingInvite, replacing replaced: Call?) -> CallInfo {
    let isTrusted = trustedPeers.contains(invite.source) && !invite.asserted.isEmpty
    let uri = isTrusted ? invite.asserted : invite.from
    let isAnonymous = invite.isPrivate || SIPAddress.user(of: invite.from).lowercased() == "anonymous"
    var info = CallInfo(
      kind: uri.hasPrefix("tel:") ? "tel" : "sip", handle: uri.hasPrefix("tel:") ? String(uri.dropFirst(4)) : uri,
      displayName: isTrusted && !invite.assertedName.isEmpty ? invite.assertedName : invite.name)
    info.presentation = isAnonymous ? .withheld : .allowed
    if isAnonymous, !isTrusted { (info.handle, info.displayName) = ("", "") }
    info.localHandle = invite.to
    info.correlationID = invite.callID
    info.replaces = replaced
    return info
  }
}
