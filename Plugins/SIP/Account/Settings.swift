internal import TransportKit

/// The configuration of an account.
struct Settings {
  /// Our address, such as `sip:alice@example.org`; empty for direct calls between addresses.
  var uri = ""
  var displayName = ""
  /// The registrar's address; empty: no registration.
  var registrar = ""
  /// The lifetime of a registration, in seconds.
  var expires = 3600
  /// Seconds between keep-alives to the registrar; 0: none.
  var keepAlive = 30
  /// Our contacts; empty: the stack's listening address.
  var contacts: [String] = []
  /// The UUID of our instance, or a name from which it is made; empty: none.
  var instance = ""
  /// Contacts of an earlier host of this account, which are removed.
  var formerContacts: [String] = []
  /// An outbound proxy.
  var proxy = ""
  /// The user name for digests; empty: that of `uri`.
  var authUser = ""
  /// The only realm whose challenges are answered; empty: any.
  var realm = ""
  /// True: answers challenges of our own servers with MD5 and without qop (RFC 2069).
  var answersWithoutQOP = true
  /// The name of the secret with the password.
  var secret = ""
  /// True: hides our identity in every call (RFC 3323).
  var withholdsIdentity = false
  /// Addresses whose P-Asserted-Identity is trusted (RFC 3325), and whose rate of calls is not limited.
  var trustedPeers: Set<String> = []
  var sound = SoundSettings()
  /// The way to send digits.
  var digits = DigitWay.auto
  var place = StackPlace(host: "127.0.0.1", port: 5060)
  /// True when `place.host` is the address on the route to the registrar.
  var followsRoute = false

  init(_ configuration: Configuration) throws(TransportError) {
    var configuration = configuration
    uri = try configuration.string("uri", default: "")
    displayName = try Self.line("display-name", of: &configuration)
    registrar = try configuration.string("registrar", default: "")
    expires = try configuration.integer("expires", in: 1...86_400, default: 3600)
    keepAlive = try configuration.integer("keep-alive", in: 0...3600, default: 30)
    contacts = try configuration.strings("contacts")
    instance = try Self.line("instance", of: &configuration)
    formerContacts = try configuration.strings("former-contacts")
    proxy = try configuration.string("outbound-proxy", default: "")
    secret = try configuration.string("secret", default: "")
    realm = try Self.line("realm", of: &configuration)
    answersWithoutQOP = try configuration.boolean("digest-without-qop", default: true)
    withholdsIdentity = try configuration.boolean("withhold-identity", default: false)
    trustedPeers = try Self.peers(&configuration)
    place.host = try configuration.string("address", default: "127.0.0.1")
    place.port = UInt16(try configuration.integer("port", in: 0...65_535, default: 5060))
    let tlsPort = try configuration.integer("tls-port", in: -1...65_535, default: -1)
    place.tlsPort = tlsPort < 0 ? nil : UInt16(tlsPort)
    place.files.certificate = try configuration.string("certificate", default: "")
    place.files.privateKey = try configuration.string("private-key", default: "")
    place.files.authorities = try configuration.string("ca-file", default: "")
    place.checksCertificates = try configuration.boolean("check-certificates", default: true)
    // RFC 4028 requires at least 90 s; less is for tests.
    let leastExpires = try configuration.integer("min-session-expires", in: 2...86_400, default: 90)
    place.minSessionExpires = UInt32(leastExpires)
    place.sessionExpires = UInt32(try configuration.integer("session-expires", in: leastExpires...86_400, default: max(leastExpires, 1800)))
    place.transactionSeconds = UInt32(try configuration.integer("transaction-seconds", in: 1...64, default: 32))
    place.maxRinging = UInt32(try configuration.integer("max-ringing", in: 1...100_000, default: 1000))
    place.callsPerSecondPerSource = UInt32(try configuration.integer("calls-per-second-per-source", in: 1...100_000, default: 500))
    place.maxCalls = UInt32(try configuration.integer("max-calls", in: 0...100_000, default: 0))
    place.maxCallsPerSource = UInt32(try configuration.integer("max-calls-per-source", in: 0...100_000, default: 0))
    place.ringSeconds = UInt32(try configuration.integer("ring-seconds", in: 1...3600, default: 300))
    place.resolver = try configuration.string("resolver-file", default: "")
    place.transport = try configuration.string("transport", default: "")
    sound = try SoundSettings(&configuration)
    digits = try Self.digits(configuration.string("dtmf", default: DigitWay.auto.rawValue))
    authUser = try Self.line("auth-user", of: &configuration, default: user)
    try configuration.refuseUnread()
    try check()
    settle()
  }

  /// Reads a text that must fit in one line of a message.
  private static func line(
    _ name: String, of configuration: inout Configuration, default fallback: String = ""
  ) throws(TransportError) -> String {
    let text = try configuration.string(name, default: fallback)
    guard text.count <= 256, !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw TransportError(.invalid, "configuration: /\(name) must be one line of at most 256 characters")
    }
    return text
  }

  private static func peers(_ configuration: inout Configuration) throws(TransportError) -> Set<String> {
    let peers = try configuration.strings("trusted-peers")
    if let wrong = peers.firstIndex(where: { !LocalAddress.isNumeric($0) }) {
      throw TransportError(.invalid, "configuration: /trusted-peers/\(wrong) must be an address such as 192.0.2.1 or 2001:db8::1")
    }
    return Set(peers)
  }

  private static func digits(_ name: String) throws(TransportError) -> DigitWay {
    guard let way = DigitWay(rawValue: name) else {
      throw TransportError(.invalid, "configuration: /dtmf must be auto, events, info or in-band")
    }
    return way
  }

  /// The user part of our address.
  var user: String { SIPAddress.user(of: uri) }

  /// The domain of our address, with its port.
  var domain: String { SIPAddress.domain(of: uri) }
}

/// The way to send digits to the far end.
enum DigitWay: String, CaseIterable {
  /// As events if the far end accepts them, else as INFO, and in the audio if it refuses that.
  case auto
  /// As events beside the audio (RFC 4733).
  case events
  /// As INFO with `application/dtmf-relay`.
  case info
  /// As tones in the audio.
  case inBand = "in-band"
}
