import CallControl
import Foundation
import Hookswitch
import Testing

@Suite("SIP over IPv6", .serialized, .enabled(if: PluginFolder.hasSIP && Loopback6.isThere), .timeLimit(.minutes(5)))
struct IPv6Tests {
  @Test(
    "calls, holds, resumes and ends over UDP and TCP, with brackets in the right places (RFC 3261 section 25.1, RFC 4566 section 5.7)",
    arguments: ["udp", "tcp"])
  func calls(transport: String) async throws {
    let settings: [String: Account.Value] = ["address": "::1"]
    let theirs = Account("theirs", settings)
    try await SIPHost.with([Account("ours", settings)]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sip:bob@[::1]:\(theirs.port);transport=\(transport)"))
        let ringing = try await bob.incoming()
        #expect(bob.host.call(ringing)?.handle?.value == "sip:hookswitch@[::1]:\(alice.port)")
        try await bob.controller.answer(ringing).performed()
        try await alice.sees(call, .active)
        try await alice.controller.hold(call).performed()
        try await bob.sees(ringing, "held by the far end") { $0.isRemotelyHeld }
        try await alice.controller.resume(call).performed()
        try await bob.sees(ringing, "resumed by the far end") { !$0.isRemotelyHeld }
        try await bob.controller.end(ringing).performed()
        _ = try await alice.end(of: call)
      }
    }
  }

  @Test("calls a sips: address over TLS", .enabled(if: PeerProcess.isThere("openssl")))
  func secure() async throws {
    let authority = try await TLSAuthority(for: "sip6.example.org")
    let settings = authority.account("tls").merging(["address": "::1", "check-certificates": false]) { $1 }
    let theirs = Account("theirs", settings)
    try await SIPHost.with([Account("ours", settings)]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sips:bob@[::1]:\(theirs.port)"))
        try await bob.controller.answer(bob.incoming()).performed()
        try await alice.sees(call, .active)
        try await alice.controller.end(call).performed()
        _ = try await alice.end(of: call)
      }
    }
  }
}

/// The IPv6 loopback address.
private enum Loopback6 {
  static let isThere =
    (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.contains("00000000000000000000000000000001") == true
}
