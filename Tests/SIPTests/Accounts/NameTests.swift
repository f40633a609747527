import CallControl
import Foundation
import Hookswitch
import Testing

@Suite("A server's name", .serialized, .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct NameTests {
  @Test("is resolved by its service records (RFC 3263 section 4.2)", arguments: ["udp", "tcp"])
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
    "is resolved by the best NAPTR record when the address names no transport (RFC 3263 section 4.1)",
    arguments: [["SIP+D2T", "SIP+D2U"], ["SIP+D2U", "SIP+D2T"]])
  func pointers(kinds: [String]) async throws {
    let proxy = try await Kamailio()
    let names = ["SIP+D2T": "_sip._tcp.example.org", "SIP+D2U": "_sip._udp.example.org"]
    let server = try NameServer(
      NameRecords(
        services: Dictionary(uniqueKeysWithValues: names.values.map { ($0, [proxy.port]) }),
        pointers: ["example.org": kinds.map { .init($0, names[$0] ?? "") }]))
    let settings: [String: Account.Value] = [
      "uri": "sip:alice@example.org", "registrar": "sip:example.org", "resolver-file": .text(server.file.path),
    ]
    try await SIPHost.with([proxy.account("alice", settings)]) { _ in }
    #expect(await proxy.sees("REGISTER alice 3600"))
    let registered = proxy.seen.filter { $0.hasPrefix("REGISTER") && !$0.contains("challenged") }
    #expect(registered.first?.hasSuffix(kinds[0] == "SIP+D2T" ? "via tcp" : "via udp") == true, "\(registered) \(server.asked.entries)")
    #expect(server.asked.entries.contains("35 example.org"), "\(server.asked.entries)")
  }

  @Test("in sips: is resolved by that service's records, and must match the certificate (RFC 3263 section 4.2, RFC 5922 section 4)")
  func secure() async throws {
    let authority = try await TLSAuthority(for: "example.org")
    let proxy = try await Kamailio(tls: authority)
    let names = try NameServer(["_sips._tcp.example.org": authority.port])
    let settings = authority.account("tls").merging([
      "uri": "sips:alice@example.org", "registrar": "sips:example.org", "resolver-file": .text(names.file.path),
    ]) { $1 }
    try await SIPHost.with([proxy.account("alice", settings)]) { _ in }
    #expect(await proxy.sees("REGISTER alice 3600"))
    let registered = proxy.seen.filter { $0.hasPrefix("REGISTER") && !$0.contains("challenged") }
    #expect(registered.first?.hasSuffix("via tls") == true, "\(registered) \(names.asked.entries)")
  }

  @Test(
    "must match the certificate, unlike another name for the same address (RFC 5922 section 4)",
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

  @Test("is sent when a TLS connection begins, for servers with several names (RFC 6066 section 3)")
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
