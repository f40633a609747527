import CallControl
import Foundation
import Hookswitch
import SIPWire
import Testing

@Suite("An account's diagnosis", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct DiagnosisTests {
  @Test("of a call between two hosts shows what each sent and the other received, and the RTCP reports (RFC 3550 section 6.4)")
  func call() async throws {
    try await SoundHost.with { callee in
      try await SoundHost.with { caller in
        let call = try await caller.phone.controller.start(Handle(parsing: callee.uri))
        let incoming = try await callee.phone.incoming()
        try await callee.phone.controller.answer(incoming).performed()
        try await caller.phone.sees(call, .active)
        for (end, call) in [(caller, call), (callee, incoming)] {
          let sound = try await end.phone.sound(of: call) { ($0.member("far-end-reports")["round-trip-ms"] as? Double ?? 0) > 0 }
          let (heard, sent, theirs) = (sound.member("heard"), sound.member("sent"), sound.member("far-end-reports"))
          #expect(sent["packets"] as? Int ?? 0 > 50 && heard["packets"] as? Int ?? 0 > 50, "\(sound)")
          #expect(heard["lost"] as? Int == 0 && heard["malformed"] as? Int == 0 && heard["from-strangers"] as? Int == 0, "\(sound)")
          #expect(heard["jitter-ms"] is Double, "\(sound)")
          #expect(theirs["reports"] as? Int ?? 0 > 0 && theirs["loss-percent"] as? Double == 0, "\(sound)")
          #expect(theirs["round-trip-ms"] as? Double ?? 5_000 < 5_000, "\(sound)")
        }
      }
    }
  }

  @Test("of a call with lost, reordered and malformed packets counts each, and shows the far end's reports")
  func badCall() async throws {
    try await SoundHost.with { host in
      let (phone, far) = (host.phone, try FarSound())
      try far.call(phone.port)
      let call = try await phone.incoming()
      let answered = try await phone.controller.answer(call)
      try far.acknowledge()
      try await answered.performed()
      try far.speak()
      try far.report()
      let sound = try await phone.sound(of: call) { ($0.member("far-end-reports")["reports"] as? Int ?? 0) > 0 }
      let (heard, theirs) = (sound.member("heard"), sound.member("far-end-reports"))
      #expect(heard["packets"] as? Int == FarSound.packets)
      #expect(heard["lost"] as? Int == FarSound.lost, "\(sound)")
      #expect(heard["malformed"] as? Int == 1, "\(sound)")
      #expect(heard["from-strangers"] as? Int == 1, "\(sound)")
      #expect(heard["jitter-ms"] as? Double ?? 0 > 0, "\(sound)")
      #expect(theirs["loss-percent"] as? Double == 25 && theirs["jitter-ms"] as? Double == 10, "\(sound)")
      #expect(theirs["round-trip-ms"] as? Double ?? 0 >= 250, "\(sound)")
    }
  }

  @Test("of its sockets counts received, repaired, refused and dropped messages")
  func sockets() async throws {
    let account = Account("sip", ["calls-per-second-per-source": 1, "uri": "sip:alice@127.0.0.1"])
    try await SIPHost.with([account]) { phone in
      let stranger = try WireSocket()
      let good = SIPText.offer("127.0.0.1")
      let body = good + "a=rtpmap:0\r\n"
      for number in 0..<60 {
        let name = "flood\(number)"
        let text = SIPText.request("INVITE", from: stranger, callID: name, branch: name, body: number == 0 ? body : good)
        stranger.send(text.replacing("INVITE sip:anybody@", with: "INVITE sip:alice@"), to: phone.port)
      }
      let sockets = try await phone.diagnosis { ($0.member("sockets")["messages"] as? Int ?? 0) >= 60 }.member("sockets")
      // Two seconds' worth of calls is offered at once; some of the others get 503.
      let (offered, refused) = (sockets["calls-offered"] as? Int ?? 0, sockets["calls-refused"] as? Int ?? 0)
      let dropped = sockets["requests-dropped"] as? Int ?? 0
      #expect((1...4).contains(offered) && refused > 0 && dropped > 0, "\(sockets)")
      #expect(offered + refused + dropped == sockets["messages"] as? Int, "\(sockets)")
      #expect(sockets["mended"] as? Int == 1, "\(sockets)")
      #expect(sockets["unreachable"] as? Int == 0 && sockets["connections-cut"] as? Int == 0, "\(sockets)")
    }
  }
}

extension SIPHost {
  /// Waits for matching media fields in the first account's diagnosis of a call.
  func sound(of call: CallID, where isWanted: @escaping @Sendable ([String: Any]) -> Bool) async throws -> [String: Any] {
    try await diagnosis(of: call) { isWanted($0.member("sound")) }.member("sound")
  }

  /// Waits for a matching diagnosis of the first account, or of its call.
  func diagnosis(of call: CallID? = nil, where isWanted: @escaping @Sendable ([String: Any]) -> Bool) async throws -> [String: Any] {
    let last = Tape<String>()
    let isSo = await lookFor(.seconds(30), every: .milliseconds(100)) { () -> Bool? in
      guard let text = try? await host.diagnostics(of: accounts[0].name, call: call) else { return false }
      last.add(text)
      return isWanted([String: Any](json: text)) ? true : nil
    }
    let text = last.entries.last ?? ""
    try #require(isSo == true, "it tells \(text)")
    return [String: Any](json: text)
  }
}

extension [String: Any] {
  init(json: String) {
    self = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }

  func member(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
}
