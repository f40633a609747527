import CallControl
import Hookswitch
import SIPWire
import Testing

@Suite("Unwanted and missing media", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(3)))
struct UnwantedSoundTests {
  @Test("before the ACK nothing is sent: a forged caller address gets no media (RFC 3261 section 13.3.1.4)")
  func beforeACK() async throws {
    try await SoundHost.with { host in
      let (phone, far) = (host.phone, try FarSound())
      try far.call(phone.port)
      let call = try await phone.incoming()
      let answered = try await phone.controller.answer(call)
      // The answer is retransmitted, and no media is sent.
      for _ in 0..<2 { _ = try far.awaitAnswer() }
      #expect(!far.hears(within: 0.2))
      try far.acknowledge()
      try await answered.performed()
      #expect(far.hears(within: 5))
    }
  }

  @Test("a packet from the far end counts like its ACK")
  func packetFirst() async throws {
    try await SoundHost.with { host in
      let (phone, far) = (host.phone, try FarSound())
      try far.call(phone.port)
      _ = try await phone.controller.answer(try await phone.incoming())
      _ = try far.awaitAnswer()
      // A packet that comes before the account has set up the media is dropped.
      let isHeard = (UInt16(1_000)..<1_050).contains { number in
        far.sayOne(number)
        return far.hears(within: 0.1)
      }
      #expect(isHeard)
    }
  }

  @Test("after the call's end nothing is sent, even if the BYE is never answered (RFC 3261 section 15.1.1)")
  func afterEnd() async throws {
    try await SoundHost.with { host in
      let (phone, far) = (host.phone, try FarSound())
      try far.call(phone.port)
      let call = try await phone.incoming()
      let answered = try await phone.controller.answer(call)
      try far.acknowledge()
      try await answered.performed()
      #expect(far.hears(within: 5))
      _ = try await phone.controller.end(call)
      #expect(far.awaits("BYE"))
      far.forget()
      #expect(!far.hears(within: 0.5))
    }
  }

  /// An account with a media time-out of 1 s, which ends the call after 2 s.
  private static let account = Account("sip", ["media-timeout": 1, "media-timeout-end": 2])

  /// Answers a call from a far end; returns both.
  private func call(_ phone: SIPHost, _ attributes: String = "") async throws -> (CallID, FarSound) {
    let far = try FarSound()
    try far.call(phone.port, attributes)
    let call = try await phone.incoming()
    let answered = try await phone.controller.answer(call)
    try far.acknowledge()
    try await answered.performed()
    return (call, far)
  }

  private func isMissed(_ phone: SIPHost, within limit: Duration) async -> Bool {
    await phone.events.first(within: limit) { body -> Bool? in
      if case .mediaTimeout = body { true } else { nil }
    } ?? false
  }

  @Test("a call without media is reported, and ended as failed if the settings say so", arguments: [false, true])
  func missing(hasBegun: Bool) async throws {
    try await SIPHost.with([Self.account]) { phone in
      let (call, far) = try await call(phone)
      if hasBegun { for number in 0..<20 { far.sayOne(1_000 + UInt16(number)) } }
      #expect(await isMissed(phone, within: .seconds(10)))
      let end = try await phone.end(of: call)
      #expect(end.reason == .failed)
      #expect(end.transport?.message.contains("media time-out") == true && end.transport?.cause == 102, "\(end)")
      #expect(far.awaits("BYE"))
    }
  }

  @Test("a far end that sends again in time is not ended")
  func back() async throws {
    try await SIPHost.with([Account("sip", ["media-timeout": 1, "media-timeout-end": 4])]) { phone in
      let (call, far) = try await call(phone)
      #expect(await isMissed(phone, within: .seconds(10)))
      for number in 0..<40 {
        far.sayOne(1_000 + UInt16(number))
        _ = await phone.events.first(within: .milliseconds(100)) { if case .ended = $0 { true } else { nil } }
      }
      #expect(phone.host.call(call)?.state == .active)
    }
  }

  @Test(
    "a far end that does not send, or does not receive, causes no media time-out (RFC 3264 section 5.1)",
    arguments: ["recvonly", "inactive", "sendonly"])
  func silent(direction: String) async throws {
    try await SIPHost.with([Self.account]) { phone in
      let (call, _) = try await call(phone, "a=\(direction)\r\n")
      #expect(await !isMissed(phone, within: .seconds(3)))
      #expect(phone.host.call(call)?.hasEnded == false)
    }
  }
}
