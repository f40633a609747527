import CallControl
import FoundationEssentials
import Hookswitch
import SIPWire
import Testing

@Suite("A service on several servers", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct FailoverTests {
  /// The failure of the first server.
  enum Fault: String, CaseIterable, Sendable { case refuses, saysNothing }

  @Test("is called at the next one when the first refuses or is silent (RFC 3263 section 4.3)", arguments: ["udp", "tcp"], Fault.allCases)
  func next(transport: String, fault: Fault) async throws {
    let dead = FreePort.next()
    // Datagrams are not read, and connections not accepted.
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
