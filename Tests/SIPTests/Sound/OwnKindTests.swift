import CallControl
import Hookswitch
import Testing

/// The agreements of two Hookswitch accounts, checked by their media.
@Suite("The media between two Hookswitch accounts", .enabled(if: PluginFolder.hasSIP), .serialized, .timeLimit(.minutes(3)))
struct OwnKindTests {
  struct Agreement: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var caller: [String: Account.Value]
    var callee: [String: Account.Value] = [:]
  }

  static let agreements = [
    Agreement(testDescription: "RFC 3551: PCMU", caller: ["codecs": ["pcmu"]]),
    Agreement(testDescription: "RFC 3551: G.722", caller: ["codecs": ["g722"]]),
    Agreement(testDescription: "RFC 7587: Opus", caller: ["codecs": ["opus"]]),
    Agreement(testDescription: "RFC 3264: the answer's first", caller: [:], callee: ["codecs": ["pcma", "opus"]]),
    Agreement(
      testDescription: "RFC 8866 6.4: packets of 60 ms one way, of 10 the other", caller: ["packet-ms": 60, "codecs": ["pcma"]],
      callee: ["packet-ms": 10]),
    Agreement(
      testDescription: "RFC 4568: keys in the description", caller: ["srtp": "sdes", "sdes-without-tls": true],
      callee: ["sdes-without-tls": true]),
    Agreement(testDescription: "RFC 5763: keys by a handshake", caller: ["srtp": "dtls"]),
    Agreement(testDescription: "RFC 8445: connectivity checks are offered", caller: ["ice": true]),
    Agreement(testDescription: "RFC 5763 and RFC 8445 at once", caller: ["srtp": "dtls", "ice": true, "codecs": ["pcmu"]]),
    Agreement(
      testDescription: "RFC 3389: comfort noise", caller: ["comfort-noise": true, "codecs": ["pcmu"]], callee: ["comfort-noise": true]),
    Agreement(testDescription: "RFC 8866: over IPv6", caller: ["address": "::1"], callee: ["address": "::1"]),
  ]

  @Test("go both ways", arguments: agreements)
  func bothWays(_ agreement: Agreement) async throws {
    try await SoundHost.with(agreement.callee) { callee in
      try await SoundHost.with(agreement.caller) { caller in
        let address = agreement.callee["address"] == nil ? "127.0.0.1" : "[::1]"
        let call = try await caller.phone.controller.start(Handle(parsing: "sip:host@\(address):\(callee.phone.port)"))
        let incoming = try await callee.phone.incoming()
        try await callee.phone.controller.answer(incoming).performed()
        try await caller.phone.sees(call, .active)
        for end in [caller, callee] { try await end.heard.tone(SoundHost.pitch, at: ToneFile.dBFS) }
        try await caller.phone.controller.end(call).performed()
        _ = try await callee.phone.end(of: incoming)
      }
    }
  }

  @Test("are refused with 488 without a common codec (RFC 3264 section 6)")
  func nothingInCommon() async throws {
    try await SIPHost.with([Account("callee", ["codecs": ["pcmu"]])]) { callee in
      try await SIPHost.with([Account("caller", ["codecs": ["g722"]])]) { caller in
        let call = try await caller.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(callee.port)"))
        let end = try await caller.end(of: call)
        #expect(end.transport?.code == 488)
      }
    }
  }
}
