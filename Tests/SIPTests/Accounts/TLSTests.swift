import CallControl
import Hookswitch
import Testing

@Suite("SIP over TLS", .serialized, .enabled(if: PluginFolder.hasSIP && PeerProcess.isThere("openssl")), .timeLimit(.minutes(5)))
struct TLSTests {
  @Test(
    "registers and calls through a proxy whose certificate the configured authority signed (RFC 5922)", .enabled(if: Kamailio.isThere))
  func registers() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let proxy = try await Kamailio(tls: authority)
    let settings = authority.account("tls").merging(["registrar": .text("sip:127.0.0.1:\(authority.port);transport=tls")]) { $1 }
    try await SIPHost.with([proxy.account("alice", settings)]) { alice in
      try await SIPHost.with([proxy.account("bob", settings)]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(authority.port);transport=tls"))
        let theirs = try await bob.incoming()
        try await bob.controller.answer(theirs).performed()
        try await alice.sees(call, .active)
        try await bob.controller.end(theirs).performed()
        _ = try await alice.end(of: call)
      }
    }
    let calls = proxy.seen.filter { !$0.contains("challenged") }
    #expect(calls.count >= 6 && calls.allSatisfy { $0.contains("tls") }, "\(calls)")
  }

  /// A fault of a certificate, and a part of the report on it.
  enum Fault: String, CaseIterable, Sendable {
    case authority = "signed by"
    case name = "for another name"
    case time = "expired"
  }

  @Test(
    "refuses a server with a bad certificate, and reports why (RFC 5922 section 7.3)", .enabled(if: Kamailio.isThere),
    arguments: Fault.allCases)
  func refuses(fault: Fault) async throws {
    let theirs = try await TLSAuthority(for: fault == .name ? "other.example.org" : "127.0.0.1", isExpired: fault == .time)
    let ours = fault == .authority ? try await TLSAuthority(for: "127.0.0.1") : theirs
    let proxy = try await Kamailio(tls: theirs)
    let registrar: [String: Account.Value] = ["registrar": .text("sip:127.0.0.1:\(theirs.port);transport=tls")]
    try await SIPHost.with([proxy.account("alice", ours.account("tls").merging(registrar) { $1 })], isReady: false) { host in
      let said = await host.events.first { body in
        if case .log(_, _, _, let text) = body, text.contains("registration at") { text } else { nil }
      }
      #expect(said?.contains(fault.rawValue) == true, "\(host.told)")
    }
    #expect(proxy.seen == [])
    let careless = ours.account("tls").merging(registrar) { $1 }.merging(["check-certificates": false]) { $1 }
    try await SIPHost.with([proxy.account("alice", careless)]) { _ in }
  }

  @Test("a call to a server whose certificate has another name fails at once, with that reason")
  func wrongCall() async throws {
    let authority = try await TLSAuthority(for: "other.example.org")
    let (ours, theirs) = (Account("ours", authority.account("tls")), Account("theirs", authority.account("tls")))
    try await SIPHost.with([ours]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sips:bob@127.0.0.1:\(theirs.port)"))
        let end = try await alice.end(of: call, within: .seconds(10))
        #expect(end.transport?.message == "its certificate is for another name than 127.0.0.1", "\(end)")
        #expect(bob.pictures.entries.flatMap(\.calls).isEmpty)
      }
    }
  }

  @Test("calls a sips: address directly, over TLS only (RFC 3261 section 26.2.2)")
  func direct() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let (ours, theirs) = (Account("ours", authority.account("tls")), Account("theirs", authority.account("tls")))
    try await SIPHost.with([ours]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sips:bob@127.0.0.1:\(theirs.port)"))
        let ringing = try await bob.incoming()
        try await bob.controller.answer(ringing).performed()
        try await alice.sees(call, .active)
        try await alice.controller.end(call).performed()
        _ = try await bob.end(of: ringing)
      }
    }
  }

  @Test("a sips: call fails when the far end has no TLS")
  func noFallback() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let plain = Account("theirs")
    let ours = authority.account("tls").merging(["transaction-seconds": 2]) { $1 }
    try await SIPHost.with([Account("ours", ours)]) { alice in
      try await SIPHost.with([plain]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sips:bob@127.0.0.1:\(plain.port)"))
        let end = try await alice.end(of: call)
        #expect([408, 503].contains(end.transport?.code), "\(end)")
        #expect(bob.pictures.entries.flatMap(\.calls).isEmpty)
      }
    }
  }

  @Test("names a file that is missing or not a certificate")
  func badFiles() async throws {
    for (settings, word) in [
      (["transport": "tls", "ca-file": "/nowhere/ca.pem"] as [String: Account.Value], "/nowhere/ca.pem"),
      (["transport": "tls", "ca-file": "/dev/null"], "no certificate in it"),
      (["transport": "tls", "certificate": "/dev/null", "private-key": "/dev/null"], "must name a PEM file"),
    ] {
      try await SIPHost.with([Account("sip", settings)], isReady: false) { host in
        let lost = await host.events.first { body in if case .lost(_, let why) = body { "\(why)" } else { nil } }
        #expect(lost?.contains(word) == true, "\(host.told)")
      }
    }
  }

  @Test("keeps its certificates out of folders that others can write, whatever the environment names (L7)")
  func folders() async throws {
    // Inside, because a process of the transport's own has a TMPDIR of its own.
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let account = Account("sip", authority.account("tls"))
    let script = """
      mkdir open own; chmod 0777 open; chmod 0700 own
      touch -d 2001-01-01 open own
      sleep 30 | env XDG_RUNTIME_DIR=$PWD/open TMPDIR=$PWD/own "$1" run --isolation inside --config config.json \
        --transport-path "$2" >run.log 2>&1 &
      until grep -q "0100007F:$3" /proc/net/tcp; do sleep 0.05; done
      echo "$(stat -c %y open | cut -c1-4) then $(stat -c %y own | cut -c1-4)"
      """
    let configuration = """
      {"providers": [{"name": "sip", "transport": "org.hookswitch.sip", "settings": \(account.configuration)}]}
      """
    let run = try PeerProcess(
      "sh", ["-c", script, "sh", PluginFolder.name + "/hookswitch", PluginFolder.name, String(account.port, radix: 16, uppercase: true)],
      files: ["config.json": configuration])
    let said = await run.output.first { $0.contains(" then ") ? $0 : nil }
    #expect(said?.hasPrefix("2001 then 20") == true && said?.hasSuffix("2001") == false, "\(said ?? run.file("run.log"))")
  }
}
