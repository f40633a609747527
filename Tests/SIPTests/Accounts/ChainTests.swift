import CallControl
import Hookswitch
import Testing

@Suite(
  "A server certificate with intermediate certificates", .enabled(if: PluginFolder.hasSIP && PeerProcess.isThere("openssl")),
  .timeLimit(.minutes(2)))
struct ChainTests {
  @Test("is sent whole, for clients that trust only the authority (RFC 8446 section 4.4.2)", arguments: [1, 3])
  func shown(between: Int) async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1", between: between)
    let account = Account("sip", authority.account("tls"))
    try await SIPHost.with([account]) { _ in
      let client = try PeerProcess(
        "sh",
        [
          "-c", "exec openssl s_client -connect \"$1\" -CAfile \"$2\" -showcerts < /dev/null", "sh", "127.0.0.1:\(account.port)",
          authority.authority,
        ])
      // The client may exit before its last output is read here.
      #expect(await client.says("Verify return code: 0 (ok)"), "\(client.output.entries)")
      #expect(await client.exit() == 0)
      let said = client.output.entries
      #expect(said.count { $0.contains("BEGIN CERTIFICATE") } == between + 1, "\(said)")
    }
  }

  @Test("is accepted when its authority is trusted, up to the limit on intermediates", arguments: [1, 4])
  func believed(between: Int) async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1", between: between)
    let (ours, theirs) = (Account("ours", authority.account("tls")), Account("theirs", authority.account("tls")))
    try await SIPHost.with([ours]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sips:bob@127.0.0.1:\(theirs.port)"))
        try await bob.controller.answer(bob.incoming()).performed()
        try await alice.sees(call, .active)
        try await alice.controller.end(call).performed()
        _ = try await alice.end(of: call)
      }
    }
  }
}
