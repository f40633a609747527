import CallControl
import Testing

@Suite("Incoming calls", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct IncomingFlows {
  @Test("follow the host's actions (RFC 3261 section 13.3)", arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let flows: [Flow] = [
    .into("in-answered", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("in-answered", .incoming, .answer, .sees(.active), .ended(.remoteEnded)).overTCP,
    .into("in-answered-ended", .incoming, .answer, .sees(.active), .end, .ended(.localEnded)),
    .into("in-ended-before-ack", .incoming, .answers, .writes("answered"), .end, .ended(.localEnded)),
    .into("in-ended-reason", .incoming, .answer, .sees(.active), .ended(.remoteEnded, q850: 38), .said("Network out of order")),
    .into("in-declined", .incoming, .end, .ended(.localEnded)),
    .into("in-declined-busy", .incoming, .declines(Decline(.busy, text: "in a meeting")), .ended(.localEnded)),
    .into("in-declined-everywhere", .incoming, .declines(Decline(.busyEverywhere)), .ended(.localEnded)),
    .into("in-declined-text", .incoming, .declines(Decline(text: "not before \"noon\"")), .ended(.localEnded)),
    // user=phone makes it a number.
    named("in-diverted", "sip:phone@127.0.0.1", diverted: "100"),
    named("in-history", "sip:phone@127.0.0.1", diverted: "sip:bob@example.org"),
    named("in-history-private", "sip:bob@example.org"),
    named("in-history-retargeted", "sip:alice@example.org"),
    // Only a trusted peer's P-Called-Party-ID counts.
    named("in-called-party", "sip:switchboard@example.org"),
    named("in-called-party", "sip:sales@example.org", ["trusted-peers": ["127.0.0.1"]]),
    .into("in-private", .incoming, .withheld, .end, .ended(.localEnded)),
    .into("in-busy", .played).with { $0.policy.maximumRingingCalls = 0 },
    .into("in-not-disturbed", .played).with { $0.disturbs = false },
    .into("in-blocked", .played).with { $0.blocked = [Handle(parsing: "sip:spam@example.org")] },
    .into("in-unanswered", .incoming, .ended(.localEnded)).with { $0.policy.deadlines[.ring] = .seconds(1) },
    .into("in-cancelled", .incoming, .ended(.remoteEnded)),
    .into("in-cancelled-late", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("in-taken-elsewhere", .incoming, .ended(.answeredElsewhere)),
    .into("in-declined-elsewhere", .incoming, .ended(.declinedElsewhere)),
    .into("in-no-offer", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("in-unacceptable", .played),
    .into("in-keys-unknown", .played),
    .into("in-no-ack", .incoming, .answerFails, .ended(.failed, code: 408, q850: 102)).with { $0.account["transaction-seconds"] = 2 },
    .into("in-repeated", .incoming, .ended(.remoteEnded)).with { $0.repeats = true },
    .into("in-compact", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("in-folded", .incoming, .answer, .sees(.active), .ended(.remoteEnded)).with { $0.keys = ["fold": " "] },
    .into("in-options", .played),
    .into("in-unknown-method", .played),
    .into("in-unknown-extension", .played),
    .into("in-unknown-user", .played).with { $0.account = ["uri": "sip:alice@127.0.0.1"] },
    .into("in-unknown-body", .played),
    .into("in-merged", .incoming, .ended(.remoteEnded)),
    .into("in-unknown-dialog", .played),
    .into("in-replaces-unknown", .played),
    .into("in-reliable", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("in-interval-too-small", .played),
    .into("in-contact", .incoming, .answer, .sees(.active), .hears("7"), .ended(.remoteEnded)).with {
      ($0.account, $0.keys) = (["uri": "sip:alice@127.0.0.1"], ["whom": "alice@"])
    },
    // Called by the bare address of its sockets.
    .into("in-contact", .incoming, .answer, .sees(.active), .hears("7"), .ended(.remoteEnded)).with {
      ($0.account, $0.keys) = (["uri": "sip:alice@127.0.0.1"], ["whom": ""])
    },
    // Without an account it accepts any user.
    .into("in-contact", .incoming, .answer, .sees(.active), .hears("7"), .ended(.remoteEnded)).with { $0.keys = ["whom": "alice@"] },
  ]

  /// Makes a call to an account, and checks its addresses.
  private static func named(_ file: String, _ local: String, _ account: [String: Account.Value] = [:], diverted: String? = nil) -> Flow {
    let uri: [String: Account.Value] = ["uri": "sip:phone@127.0.0.1"]
    return .into(file, .incoming, .names(local: local, diverted: diverted), .end, .ended(.localEnded)).with {
      $0.account = uri.merging(account) { $1 }
    }
  }
}
