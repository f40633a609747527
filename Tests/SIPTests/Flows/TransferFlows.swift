import CallControl
import Hookswitch
import Testing

@Suite("Transfers", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct TransferFlows {
  @Test("use REFER and NOTIFY, and follow rules R1 and R3 (RFC 3515)", arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  @Test("reach their target when the far end hangs up right after our 202 (RFC 5589 section 6.1, rule R3)")
  func left() async throws {
    try await SIPHost.with { phone in
      let other = try await SIPpRun("out-answered")
      let peer = try await SIPpRun("asks-transfer-left", to: phone.port, keys: ["elsewhere": other.uri])
      let call = try await phone.incoming()
      try await phone.controller.answer(call).performed()
      let handle = await phone.events.first { body in
        if case .transferRequested(call, let handle) = body { handle } else { nil }
      }
      try #require(handle != nil, "nobody is asked: \(phone.told)")
      try await phone.controller.acceptTransfer(of: call)
      #expect(try await phone.end(of: call).reason == .remoteEnded)
      let found = await phone.pictures.first { picture in
        picture.calls.first { $0.isOutgoing && $0.state == .active }?.uuid
      }
      let second = try #require(found, "nobody is called: \(phone.told)")
      try await phone.controller.end(second).performed()
      await peer.finish()
      await other.finish()
    }
  }

  static let flows: [Flow] = [
    .out("transfers", .dial, .sees(.active), .transfer, .ended(.localEnded)),
    .out("transfers-left", .dial, .sees(.active), .transfer, .ended(.localEnded)),
    .out("transfer-refused", .dial, .sees(.active), .transferFails(503), .is(.active), .end, .ended(.localEnded)),
    .out("transfer-fails", .dial, .sees(.active), .transferFails(486), .is(.active), .end, .ended(.localEnded)),
    .out("transfer-unheard", .dial, .sees(.active), .transferFails(0), .is(.active), .end, .ended(.localEnded))
      .with { $0.policy.deadlines[.transfer] = .seconds(1) },
    .out("transfer-not-held", .dial, .sees(.active), .transferFails(488), .is(.active), .end, .ended(.localEnded)),
    .into("asks-transfer-refused", .incoming, .answer, .asked, .refuse, .ended(.remoteEnded)),
    .into("asks-transfer-unheld", .incoming, .answer, .asked, .accept, .ended(.remoteEnded)).with { $0.account["transaction-seconds"] = 2 },
    .into("asks-transfer", .incoming, .answer, .asked, .accept, .ended(.localEnded)).with { $0.other = "out-answered" },
    .into("asks-transfer-attended", .incoming, .answer, .asked, .accept, .ended(.localEnded)).with { $0.other = "out-replacing" },
  ]
}
