import CallControl
import FoundationEssentials
import Hookswitch
import SIPWire
import Testing

@Suite("A service that is at several places", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct FailoverTests {
  /// How the first of them is out of order.
  enum Fault: String, CaseIterable, Sendable { case refuses, saysNothing }

  @Test("is called at the next one where the first refuses or is silent (RFC 3263 section 4.3)", arguments: ["udp", "tcp"], Fault.allCases)
  func next(transport: String, fault: Fault) async throws {
    let dead = FreePort.next()
    // Datagrams that nobody reads, and connections that nobody takes.
    let silent = fault == .saysNothing ? try WireSocket(deafAt: dead, isStream: transport == "tcp") : nil
    let theirs = Account("theirs")
    let names = try NameServer(NameRecords(services: ["_sip._\(transport).example.org": [dead, theirs.port]]))
    let ours = Account("ours", ["resolver-file": .text(names.file.path), "transaction-seconds": 4])
    try await SIPHost.with([ours]) { alice in
      try await SIPHost.with([theirs]) { bob in
        let call = try await alice.controller.start(Handle(parsing: "sip:bob@example.org;transport=\(transport)"))
        try await bob.controller.answer(bob.incoming()).performed()
        try await alice.sees(call, .active)
        try await alice.controller.end(call).performed()
        _ = try await alice.end(of: call)
      }
    }
    withExtendedLifetime(silent) {}
  }
}
