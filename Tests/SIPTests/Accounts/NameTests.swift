import CallControl
import Foundation
import Hookswitch
import Testing

@Suite("A server by its name", .serialized, .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct NameTests {
  @Test("is where the name server says that its service is (RFC 3263 section 4.2)", arguments: ["udp", "tcp"])
  func service(transport: String) async throws {
    let proxy = try await Kamailio()
    let names = try NameServer(["_sip._\(transport).example.org": proxy.port])
    let settings: [String: Account.Value] = [
      "uri": "sip:alice@example.org", "registrar": .text("sip:example.org;transport=\(transport)"), "resolver-file": .text(names.file.path),
    ]
    try await SIPHost.with([proxy.account("alice", settings)]) { _ in }
    #expect(await proxy.sees("REGISTER alice 3600"))
    #expect(names.asked.entries.contains("33 _sip._\(transport).example.org"), "\(names.asked.entries)")
    #expect(names.asked.entries.contains("1 host.example.org"), "\(names.asked.entries)")
  }

  @Test(
    "shows a certificate for that name, and for no other that leads to the same address (RFC 5922 section 4)",
    arguments: ["pbx.example.org", "other.example.org"])
  func certificate(name: String) async throws {
    let authority = try await TLSAuthority(for: "pbx.example.org")
    let proxy = try await Kamailio(tls: authority)
    let names = try NameServer()
    let settings = authority.account("tls").merging([
      "registrar": .text("sip:\(name):\(authority.port);transport=tls"), "resolver-file": .text(names.file.path),
    ]) { $1 }
    let isRight = name == "pbx.example.org"
    try await SIPHost.with([proxy.account("alice", settings)], isReady: isRight) { host in
      guard !isRight else { return }
      let said = await host.events.first { body in
        if case .log(_, _, _, let text) = body, text.contains("for another name than \(name)") { true } else { nil }
      }
      #expect(said == true, "\(host.told)")
    }
  }

  @Test("is said when a TLS connection begins, for a server with many (RFC 6066 section 3)")
  func indication() async throws {
    let authority = try await TLSAuthority(for: "pbx.example.org")
    let server = try PeerProcess(
      "openssl",
      ["s_server", "-accept", "127.0.0.1:\(authority.port)", "-cert", authority.certificate, "-key", authority.key]
        + ["-servername", "pbx.example.org", "-cert2", authority.certificate, "-key2", authority.key])
    #expect(await server.says("ACCEPT"))
    let names = try NameServer()
    let settings = authority.account("tls").merging([
      "uri": "sip:alice@pbx.example.org", "registrar": .text("sip:pbx.example.org:\(authority.port);transport=tls"),
      "resolver-file": .text(names.file.path),
    ]) { $1 }
    try await SIPHost.with([Account("alice", settings)], isReady: false) { _ in
      #expect(await server.says("Hostname in TLS extension: \"pbx.example.org\""), "\(server.output.entries)")
    }
  }
}
