import CallControl
import Testing

@Suite("Outgoing calls", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct OutgoingFlows {
  @Test("follow the far end's responses (RFC 3261 section 13)", arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let flows: [Flow] = [
    .out("out-answered", .dial, .sees(.connecting), .sees(.active), .end, .ended(.localEnded)),
    .out("out-answered", .dial, .sees(.connecting), .sees(.active), .end, .ended(.localEnded)).overTCP,
    .out("out-answered-at-once", .dial, .sees(.active), .ended(.remoteEnded)),
    .out("out-early-media", .dial, .sees(.connecting), .earlyMedia, .sees(.active), .ended(.remoteEnded)),
    .out("out-cancelled", .dial, .sees(.connecting), .end, .ended(.localEnded)),
    .out("out-cancelled-early", .dial, .sees(.dialing), .end, .ended(.localEnded)),
    .out("out-cancelled-late", .dial, .sees(.connecting), .end, .ended(.localEnded)),
    .out("out-moved-301", .dial, .sees(.active), .end, .ended(.localEnded)).with { $0.other = "out-answered" },
    .out("out-moved-302", .dial, .sees(.active), .end, .ended(.localEnded)),
    .out("out-moved-forever", .dial, .ended(.failed, code: 302)),
    .out("out-challenged-401", .dial, .sees(.active), .end, .ended(.localEnded)).with(alice),
    .out("out-challenged-407", .dial, .sees(.active), .end, .ended(.localEnded)).with(alice),
    .out("out-challenged-stale", .dial, .sees(.active), .end, .ended(.localEnded)).with(alice),
    .out("out-challenged-refused", .dial, .ended(.failed, code: 401, q850: 21)).with(alice),
    .out("out-forked", .dial, .sees(.connecting), .sees(.active), .end, .ended(.localEnded)),
    .out("out-forked-twice", .dial, .sees(.active), .end, .ended(.localEnded)),
    .out("out-unanswered", .dial, .ended(.unanswered, code: 408, q850: 102)).with { $0.account["transaction-seconds"] = 2 },
    .out("out-answer-again", .dial, .sees(.active), .ended(.remoteEnded)).with { $0.repeats = true },
    .out("out-unusable-answer", .dial, .ended(.failed, code: 488, q850: 127)),
    .out("out-answered-plain", .dial, .ended(.failed, code: 488, q850: 127)).with {
      ($0.account, $0.keys) = (["srtp": "sdes", "sdes-without-tls": true], ["profile": "RTP/AVP"])
    },
    .out("out-answered-plain", .dial, .ended(.failed, code: 488, q850: 127)).with {
      ($0.account, $0.keys) = (["srtp": "sdes", "sdes-without-tls": true], ["profile": "RTP/SAVP"])
    },
    .out("out-reliable", .dial, .sees(.connecting), .sees(.active), .end, .ended(.localEnded)),
    .out("out-reliable-early", .dial, .earlyMedia, .sees(.active), .end, .ended(.localEnded)),
    .out("out-interval-too-small", .dial, .sees(.active), .end, .ended(.localEnded)),
    .out("out-contact", .dial, .sees(.active), .hears("7"), .ended(.remoteEnded)).with { $0.account = ["uri": "sip:alice@127.0.0.1"] },
    .out("out-contact", .dial, .sees(.active), .hears("7"), .ended(.remoteEnded)),
  ]

  /// An account with a password.
  static let alice: @Sendable (inout Flow) -> Void = {
    $0.account = ["uri": "sip:alice@127.0.0.1", "secret": "password"]
    $0.password = "wonderland"
  }
}
