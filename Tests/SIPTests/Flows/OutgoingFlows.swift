import CallControl
import Testing

@Suite("Calls that go out", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct OutgoingFlows {
  @Test("go as the far end says (RFC 3261 section 13)", arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let flows: [Flow] = [
    Flow("out-answered", .dial, .sees(.connecting), .sees(.active), .end, .ended(.localEnded))
  ]
}
