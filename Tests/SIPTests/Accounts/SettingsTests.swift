import Hookswitch
import Testing

@Suite("The configuration of an account", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct SettingsTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var settings: [String: Account.Value]
    var said: String
    var testDescription: String { said }

    static let all = [
      Mistake(settings: ["uri": "alice"], said: "/uri must be like sip:alice@example.org"),
      Mistake(settings: ["uri": "sip:example.org"], said: "/uri must be like sip:alice@example.org"),
      Mistake(settings: ["uri": "sip:a@b>,<sip:c@d"], said: "/uri must be like sip:alice@example.org"),
      Mistake(settings: ["registrar": "sip:example.org"], said: "/registrar needs /uri"),
      Mistake(settings: ["uri": "sip:a@b", "registrar": "example.org"], said: "/registrar must be like sip:example.org"),
      Mistake(settings: ["outbound-proxy": "tel:1"], said: "/outbound-proxy must be like sip:example.org"),
      Mistake(settings: ["contacts": ["udp", "carrier pigeon"]], said: "/contacts/1 must be udp, tcp, tls"),
      Mistake(settings: ["uri": "sip:a@b", "instance": "a"], said: "/instance needs /registrar"),
      Mistake(settings: ["former-contacts": ["somewhere"]], said: "/former-contacts/0 must be like sip:alice@192.0.2.1:5060"),
      Mistake(settings: ["transport": "sctp"], said: "/transport must be udp, tcp, tls"),
      Mistake(settings: ["transport": "tls", "tls-port": 5061], said: "TLS alone listens at /port"),
      Mistake(settings: ["tls-port": 5061], said: "/tls-port needs /certificate"),
      Mistake(settings: ["private-key": "/dev/null"], said: "/private-key needs /certificate"),
      Mistake(settings: ["expires": 0], said: "/expires must be a whole number from 1 to 86400"),
      Mistake(settings: ["keep-alive": 4000], said: "/keep-alive must be a whole number from 0 to 3600"),
      Mistake(settings: ["password": "wonderland"], said: "/password is not a setting of this transport"),
    ]
  }

  @Test("is refused with the name of the wrong setting, and without its value", arguments: Mistake.all)
  func mistakes(_ mistake: Mistake) async throws {
    try await SIPHost.with([Account("sip", mistake.settings)], isReady: false) { host in
      let why = await host.events.first { body in if case .lost(_, let why) = body { "\(why)" } else { nil } }
      #expect(why?.contains(mistake.said) == true, "\(host.told)")
      #expect(!host.told.contains("wonderland"))
    }
  }

  @Test("names the only realm whose challenges are answered", .enabled(if: Kamailio.isThere))
  func realm() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice", ["realm": .text(Kamailio.realm)])]) { _ in }
    try await SIPHost.with([proxy.account("bob", ["realm": "elsewhere.example.org"])], isReady: false) { host in
      let said = await host.events.first { body in
        if case .log(_, _, _, let text) = body, text.contains("registration at") { text } else { nil }
      }
      #expect(said?.contains("(401)") == true, "\(host.told)")
    }
    _ = await proxy.sees("REGISTER bob")
    #expect(proxy.seen.filter { $0.contains("bob") }.count == 1, "\(proxy.seen)")
  }
}
