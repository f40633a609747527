import CallControl
import Foundation
import Hookswitch
import SIPWire
import Testing

@Suite("Calls that are sent on while they ring", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct DeflectionFlows {
  @Test(
    "get 302 with the target as Contact (RFC 3261 sections 8.3 and 21.3.3, rule R5)", .enabled(if: SIPpRun.isThere), arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let flows: [Flow] = [
    .into("in-deflected", .incoming, .deflects("sip:elsewhere@127.0.0.1:9"), .ended(.localEnded)),
    .into("in-deflected", .incoming, .deflects("sip:elsewhere@127.0.0.1:9"), .ended(.localEnded)).overTCP,
    .into("in-deflected-number", .incoming, .deflects("tel:+12125550123"), .ended(.localEnded)).with {
      $0.account = ["uri": "sip:phone@127.0.0.1"]
    },
  ]

  @Test("end with the cause deflected, and the 302 has one Contact (RFC 3261 section 8.1.3.4, rule R5)")
  func oneContact() async throws {
    try await SIPHost.with { phone in
      let socket = try WireSocket()
      send("INVITE", from: socket, to: phone.port)
      let call = try await phone.incoming()
      try await deflect(call, to: Handle(type: .sipURI, value: "sip:bob@127.0.0.1:9;transport=tcp"), phone)
      let reply = try final(socket)
      #expect(reply.status == 302 && reply.headers(["contact", "m"]) == ["<sip:bob@127.0.0.1:9;transport=tcp>"], "\(reply.text)")
      send("ACK", from: socket, to: phone.port, tag: reply.tag)
      let end = try await phone.end(of: call)
      #expect(end.reason == .localEnded && end.cause == .deflected, "\(end)")
    }
  }

  @Test(
    "ring on when the target cannot be a Contact (RFC 3261 section 20.10, rule R5)",
    arguments: [
      Handle(type: .sipURI, value: "sip:bob@127.0.0.1>\r\nVia: forged"), Handle(type: .sipURI, value: "sip:a@127.0.0.1>, <sip:b@127.0.0.1"),
      Handle(type: .sipURI, value: "sip:bob@"), Handle(type: .sipURI, value: "bob"), Handle(type: .phoneNumber, value: "+12125550123"),
    ])
  func refused(_ target: Handle) async throws {
    try await SIPHost.with { phone in
      let socket = try WireSocket()
      send("INVITE", from: socket, to: phone.port)
      let call = try await phone.incoming()
      await #expect(throws: CallError.self) { try await deflect(call, to: target, phone) }
      #expect(phone.host.call(call)?.state == .ringing)
      try await deflect(call, to: Handle(type: .sipURI, value: "sip:bob@127.0.0.1:9"), phone)
      let reply = try final(socket)
      #expect(reply.status == 302 && reply.headers(["contact"]) == ["<sip:bob@127.0.0.1:9>"], "\(reply.text)")
      send("ACK", from: socket, to: phone.port, tag: reply.tag)
    }
  }

  @Test("leave nothing to cancel: an action that is open has sent nobody on (HSW-R-135)")
  func deflectLeavesNothingToCancel() async throws {
    let pair = #filePath.components(separatedBy: "/Tests/")[0] + "/Plugins/SIP/conform.json"
    let kit = try PeerProcess(
      PluginFolder.name + "/hookswitch",
      ["conform", PluginFolder.name + "/libSIP.so", "--config", pair, "--level", "full", "--test", "deflect.*"])
    #expect(await kit.exit(within: .seconds(90)) == 0, "\(kit.output.entries)")
    #expect(kit.output.entries.last == "5 passed, 0 failed, 0 skipped")
  }

  private func deflect(_ call: CallID, to target: Handle, _ phone: SIPHost) async throws(CallError) {
    try await phone.controller.perform(.deflect(to: target), on: call).performed()
  }

  private func send(_ method: String, from socket: WireSocket, to port: UInt16, tag: String = "") {
    let (id, body) = ("deflected\(socket.port)", method == "INVITE" ? SIPText.offer("127.0.0.1") : "")
    socket.send(SIPText.request(method, from: socket, callID: id, branch: id, toTag: tag, body: body), to: port)
  }

  /// The final response to the INVITE.
  private func final(_ socket: WireSocket) throws -> Reply {
    while let reply = socket.receive(within: 10) {
      if reply.status >= 200 { return reply }
    }
    return try #require(nil, "the INVITE gets no final response")
  }
}
