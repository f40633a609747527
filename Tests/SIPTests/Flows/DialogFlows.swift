import CallControl
import Testing

@Suite("Calls that are up", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct DialogFlows {
  @Test("change when either side asks for it (RFC 3261 section 14, RFC 3264 section 8)", arguments: changes + timers + digits)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let changes: [Flow] = [
    .into("held-sendonly", .incoming, .answer, .heldByFarEnd, .resumedByFarEnd, .ended(.remoteEnded)),
    .into("held-inactive", .incoming, .answer, .heldByFarEnd, .resumedByFarEnd, .ended(.remoteEnded)),
    .into("held-by-zeros", .incoming, .answer, .heldByFarEnd, .resumedByFarEnd, .ended(.remoteEnded)),
    .out("holds", .dial, .sees(.active), .hold, .sees(.held), .resume, .end, .ended(.localEnded)),
    .into("setup-kept", .incoming, .answer, .sees(.active), .hold, .ended(.remoteEnded)),
    .out("holds", .dial, .sees(.active), .hold, .sees(.held), .resume, .end, .ended(.localEnded)).overTCP,
    .out("holds-and-is-held", .dial, .sees(.active), .heldByFarEnd, .hold, .sees(.held), .end, .ended(.localEnded)),
    .out("ends-cross", .dial, .sees(.active), .end, .ended(.localEnded)),
    .out("out-held", .dial, .sees(.active), .heldByFarEnd, .resumedByFarEnd, .ended(.remoteEnded)),
    .out("hold-refused", .dial, .sees(.active), .holdFails(488), .ended(.remoteEnded)),
    .out("hold-gone", .dial, .sees(.active), .holdFails(481), .ended(.failed, code: 481, q850: 41)),
    .out("hold-glare-ours", .dial, .sees(.active), .hold, .sees(.held), .end, .ended(.localEnded)),
    .into("hold-glare-callee", .incoming, .answer, .hold, .sees(.held), .end, .ended(.localEnded)),
    .out("hold-glare-theirs", .dial, .sees(.active), .hold, .sees(.held), .end, .ended(.localEnded)),
    .into("change-asked-for", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("change-unacceptable", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("updated", .incoming, .answer, .heldByFarEnd, .resumedByFarEnd, .ended(.remoteEnded)),
    .into("update-unacceptable", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
    .into("updated-bare", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
  ]

  /// RFC 4028 with a very short interval, to save test time.
  static let timers: [Flow] = [
    .out("refreshes", .dial, .sees(.active), .ended(.remoteEnded)).with(hurry),
    .out("refreshed", .dial, .sees(.active), .ended(.remoteEnded)).with(hurry),
    .out("expires", .dial, .sees(.active), .ended(.failed, code: 408, q850: 102)).with(hurry),
  ]

  private static let hurry: @Sendable (inout Flow) -> Void = { $0.account = ["session-expires": 4, "min-session-expires": 4] }

  static let digits: [Flow] = [
    .out("digits-out", .dial, .sees(.active), .plays("1*"), .end, .ended(.localEnded)),
    .out("digits-refused", .dial, .sees(.active), .plays("12"), .end, .ended(.localEnded)),
    .out("digits-refused", .dial, .sees(.active), .playFails("12", 415), .end, .ended(.localEnded)).with { $0.account = ["dtmf": "info"] },
    .into("digits-in", .incoming, .answer, .hears("5#"), .ended(.remoteEnded)),
    .into("info-unknown", .incoming, .answer, .sees(.active), .ended(.remoteEnded)),
  ]
}
