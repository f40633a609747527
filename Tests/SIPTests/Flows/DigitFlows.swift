import CallControl
import Hookswitch
import Testing

/// Digits followed at once by another request.
@Suite("Digits arrive complete", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(2)))
struct DigitFlows {
  private static let digits = "123456"

  /// Calls a far end with a media port, and runs `body` with the active call.
  private static func call(
    _ file: String, _ settings: [String: Account.Value] = [:], events: Bool = true,
    _ body: @Sendable (SIPHost, CallID, SoundSocket) async throws -> Void
  ) async throws {
    let socket = try #require(SoundSocket())
    try await SIPHost.with([Account("sip", settings)]) { phone in
      let peer = try await SIPpRun(file, keys: ["sound": "\(socket.port)", "events": events ? "101" : ""])
      let call = try await phone.controller.start(Handle(parsing: peer.uri))
      try await phone.sees(call, .active)
      try await body(phone, call, socket)
      if phone.host.call(call) != nil { try await phone.controller.end(call) }
      await peer.finish()
    }
  }

  @Test("M3 the action completes when the last digit is sent as an event, with its duration (RFC 4733)")
  func events() async throws {
    try await Self.call("digits-then-hold") { phone, call, socket in
      let begun = ContinuousClock.now
      try await phone.controller.playDTMF(call, Self.digits).performed()
      #expect(ContinuousClock.now - begun >= .milliseconds(5 * 160 + 80), "six events of 100 ms with 60 ms between")
      try await phone.controller.hold(call).performed()
      #expect(socket.digits() == Self.digits)
    }
  }

  @Test("M3 a hold waits for the digits before it (RFC 4733)")
  func holdWaits() async throws {
    try await Self.call("digits-then-hold") { phone, call, socket in
      let digits = try await phone.controller.playDTMF(call, Self.digits)
      try await phone.controller.hold(call).performed()
      #expect(socket.digits() == Self.digits)
      try await digits.performed()
    }
  }

  @Test("the end of a call waits for the digits before it (RFC 4733)")
  func endWaits() async throws {
    try await Self.call("digits-then-end") { phone, call, socket in
      _ = try await phone.controller.playDTMF(call, Self.digits)
      try await phone.controller.end(call)
      #expect(try await phone.end(of: call).reason == .localEnded)
      #expect(socket.digits() == Self.digits)
    }
  }

  @Test("M3 the action completes when the last digit is played in the audio, and a hold waits for it (ITU-T Q.23)")
  func inBand() async throws {
    try await Self.call("digits-then-hold", ["dtmf": "in-band", "codecs": ["pcma"]], events: false) { phone, call, socket in
      let begun = ContinuousClock.now
      let digits = try await phone.controller.playDTMF(call, Self.digits)
      try await phone.controller.hold(call).performed()
      #expect(ContinuousClock.now - begun >= .milliseconds(5 * 200 + 100))
      #expect(socket.bursts == 6)
      try await digits.performed()
    }
  }

  @Test("M3 the action completes when the last INFO is answered and its digit is over, and a hold waits for it (RFC 6086)")
  func info() async throws {
    try await Self.call("digits-info-then-hold") { phone, call, _ in
      let begun = ContinuousClock.now
      let digits = try await phone.controller.playDTMF(call, Self.digits)
      try await phone.controller.hold(call).performed()
      #expect(ContinuousClock.now - begun >= .milliseconds(6 * 160), "each says that it lasts 160 ms")
      try await digits.performed()
    }
  }

  @Test("M2 a pause of 2 s lies between the end of one digit and the start of the next (RFC 4733)")
  func pause() async throws {
    try await Self.call("digits-then-hold") { phone, call, socket in
      try await phone.controller.playDTMF(call, "123,4").performed()
      try await phone.controller.hold(call).performed()
      #expect(socket.digits() == "1234")
      let events = socket.packets.entries.filter { $0[1] & 0x7F == 101 && $0[13] & 0x80 != 0 }
      let stamps = events.map { $0[4..<8].reduce(0) { $0 << 8 | UInt32($1) } }
      let fourth = try #require(stamps.last), third = try #require(stamps.last { $0 != fourth })
      let silence = Int(fourth &- third) - 800
      // Time stamps of digits count whole packets of 160 samples.
      #expect((16_000 - 160...20_000).contains(silence), "\(silence) samples at 8,000 a second")
    }
  }
}
