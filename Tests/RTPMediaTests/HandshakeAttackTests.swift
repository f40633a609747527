import CRTPMedia
import Testing

@Suite("Attacks on a handshake")
struct HandshakeAttackTests {
  private let fingerprint: String

  init() throws { fingerprint = String(cString: try #require(crtp_fingerprint())) }

  private func line() throws -> Line {
    let settings = SoundSettings()
    return try Line(
      settings.handshaking(fingerprint, isClient: true), b: settings.handshaking(fingerprint, isClient: false))
  }

  private static func record(_ type: UInt8, epoch: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
    [type, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 9, UInt8(body.count >> 8), UInt8(truncatingIfNeeded: body.count)] + body
  }

  /// A handshake message with empty contents.
  private static func message(_ type: UInt8) -> [UInt8] {
    record(22, [type, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 8))
  }

  /// The hello of a client outside the call.
  private func hello() throws -> [UInt8] {
    let engine = try #require(crtp_engine_make(nil))
    defer { crtp_engine_stop(engine) }
    let stranger = try End(engine, number: 9)
    defer { stranger.close() }
    let port = try Port()
    try stranger.configure(SoundSettings().handshaking(fingerprint, isClient: true), to: port.number)
    crtp_engine_tick(engine, 1_000_000_000)
    crtp_engine_tick(engine, 1_010_000_000)
    let hello = try #require(port.receive())
    #expect(hello.first == 22 && hello[13] == 1)
    return hello
  }

  /// Bytes that prove nothing, and would end a handshake if it accepted them.
  enum Bytes: CaseIterable {
    case one, alert, closing, warning, hello, data, change, serverHello, finished, chance

    func datagrams(_ dice: inout Dice, hello: [UInt8]) -> [[UInt8]] {
      switch self {
      case .one: [[0x14]]
      case .alert: [record(21, [2, 40])]
      case .closing: [record(21, [1, 0])]
      case .warning: [record(21, [1, 90])]
      case .hello: [hello]
      case .data: [record(23, [UInt8](repeating: 7, count: 40))]
      case .change: [record(20, [1]) + record(22, epoch: 1, [UInt8](repeating: 3, count: 48))]
      case .serverHello: [HandshakeAttackTests.message(0), HandshakeAttackTests.message(20)]
      case .finished: [record(22, epoch: 1, [UInt8](repeating: 3, count: 48)), record(21, epoch: 1, [UInt8](repeating: 3, count: 26))]
      case .chance:
        [
          [UInt8.random(in: 20...63, using: &dice)]
            + (0..<Int.random(in: 0...300, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
        ]
      }
    }
  }

  @Test("Bytes outside the handshake do not end it, from any address (RFC 6347 section 4.1.2.7)", arguments: Bytes.allCases, [1, 7])
  func garbage(_ bytes: Bytes, host: UInt32) throws {
    let line = try line()
    let (hello, stranger) = (try hello(), try Port(host: 7))
    var dice = Dice(5)
    func attack() {
      for datagram in bytes.datagrams(&dice, hello: hello) {
        // From the far end's own address, which can be forged, or from another.
        (host == 1 ? line.wire.facesB.rtp : stranger).send(datagram, to: line.b.port)
        (host == 1 ? line.wire.facesA.rtp : stranger).send(datagram, to: line.a.port)
      }
    }
    let tone = Tone(frequency: 440)
    (line.a.voice, line.b.voice) = (tone, tone)
    // Before the first message, between any two, and after the last.
    for _ in 0..<40 {
      attack()
      line.run(milliseconds: 20)
    }
    line.run(milliseconds: 1_000)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_DONE] && line.ear.handshakes(2) == [CRTP_HANDSHAKE_DONE])
    for end in [line.a, line.b] { #expect(tone.share(of: end.lastHeard(milliseconds: 500), rate: 8_000) > 0.99) }
    #expect(stranger.receiveAll().allSatisfy { $0.count < 100 && $0.first == 22 }, "a cookie at most, and none of our sound")
  }

  @Test("A byte from a stranger does not redirect the media of a far end that only listens")
  func diverted() throws {
    let settings = SoundSettings()
    let line = try Line(
      settings.handshaking(fingerprint, isClient: true),
      b: settings.handshaking(fingerprint, isClient: false).with { $0.plain.directions = UInt8(CRTP_HEARS) })
    line.run(milliseconds: 500)
    let stranger = try Port(host: 7)
    let before = line.b.statistics.packets_heard
    for bytes in [[0x14], [20, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1]] as [[UInt8]] {
      stranger.send(bytes, to: line.a.port)
      stranger.send(bytes, to: line.b.port)
    }
    line.run(milliseconds: 1_000)
    #expect(line.b.statistics.packets_heard >= before + 49)
    #expect(stranger.receive() == nil)
  }

  @Test("A hello gets only a cookie, shorter than itself, and leaves no state (RFC 6347 section 4.2.1)")
  func cookie() throws {
    let trial = try Trial(SoundSettings().handshaking(fingerprint, isClient: false))
    let (hello, stranger) = (try hello(), try Port(host: 7))
    for _ in 0..<50 {
      stranger.send(hello, to: trial.end.port)
      trial.run(milliseconds: 20) { _ in [] }
    }
    trial.run(milliseconds: 3_000) { _ in [] }
    let answers = stranger.receiveAll()
    #expect(answers.count == 50, "none is said again")
    #expect(answers.allSatisfy { $0.count < hello.count && $0[0] == 22 && $0[13] == 3 }, "HelloVerifyRequest")
    #expect(trial.rtp.receive() == nil)
  }

  @Test("The far end may be at an unsignalled address: its certificate proves it, and media follows")
  func elsewhere() throws {
    let line = try line()
    let tone = Tone(frequency: 440)
    (line.a.voice, line.b.voice) = (tone, tone)
    let elsewhere = try Port(host: 9)
    let to = line.b.port
    line.wire.fateFromA = { _, datagram in
      elsewhere.send(datagram, to: to)
      return []
    }
    let back = line.wire.facesA.rtp
    for _ in 0..<200 {
      line.run(milliseconds: 10)
      for datagram in elsewhere.receiveAll() { back.send(datagram, to: line.a.port) }
    }
    #expect(line.ear.handshakes(2) == [CRTP_HANDSHAKE_DONE] && line.ear.handshakes(1) == [CRTP_HANDSHAKE_DONE])
    #expect(tone.share(of: line.a.lastHeard(milliseconds: 500), rate: 8_000) > 0.98)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 500), rate: 8_000) > 0.98)
  }

  @Test("A complete handshake with a wrong certificate from elsewhere is not reported, and ends no other handshake")
  func wholeStranger() throws {
    let line = try Line(
      SoundSettings().handshaking(fingerprint, isClient: true),
      b: SoundSettings().handshaking(SoundSettings.otherFingerprint, isClient: false))
    // B sees this process's only certificate from another address, as a stranger's.
    let elsewhere = try Port(host: 9)
    let to = line.b.port
    line.wire.fateFromA = { _, datagram in
      elsewhere.send(datagram, to: to)
      return []
    }
    let back = line.wire.facesA.rtp
    for _ in 0..<100 {
      line.run(milliseconds: 10)
      for datagram in elsewhere.receiveAll() { back.send(datagram, to: line.a.port) }
    }
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_DONE], "A has seen the right one")
    #expect(line.ear.handshakes(2).isEmpty && line.b.statistics.is_protected == 0 && line.b.statistics.packets_sent == 0)
  }

  /// Sends a message that a client may get but cannot use.
  private func breakClient(_ line: Line) {
    line.run(milliseconds: 10)
    line.wire.facesA.rtp.send(Self.message(2), to: line.a.port)
    line.run(milliseconds: 100)
  }

  @Test("A forged address of the far end can end one attempt, and another attempt follows")
  func again() throws {
    let line = try line()
    line.wire.fateFromB = { _, _ in [] }
    breakClient(line)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_FAILED])
    line.wire.fateFromB = { _, _ in [0] }
    line.run(milliseconds: 3_000)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_FAILED, CRTP_HANDSHAKE_DONE])
    #expect(line.ear.handshakes(2) == [CRTP_HANDSHAKE_DONE])
  }

  @Test("A re-INVITE starts the next attempt at once, even with the same certificate")
  func reinvited() throws {
    let line = try line()
    line.wire.fateFromB = { _, _ in [] }
    breakClient(line)
    line.wire.fateFromB = { _, _ in [0] }
    let settings = SoundSettings()
    try line.configure(
      settings.handshaking(fingerprint, isClient: true), b: settings.handshaking(fingerprint, isClient: false))
    line.run(milliseconds: 300)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_FAILED, CRTP_HANDSHAKE_DONE])
  }

  @Test("With ICE only addresses that proved the password take part (RFC 8445 section 7.3)", arguments: [false, true])
  func withICE(checks: Bool) throws {
    let password = "VOkJxbRl1RmTxUk/WvJxBt"
    let trial = try Trial(
      SoundSettings().handshaking(fingerprint, isClient: false).with { ($0.iceUser, $0.icePassword) = ("evtj", password) })
    let (hello, elsewhere) = (try hello(), try Port(host: 9))
    if checks { elsewhere.send(STUNMessage.check(user: "evtj:h6vY").bytes(password: password), to: trial.end.port) }
    trial.tick()
    _ = elsewhere.receiveAll()
    elsewhere.send(hello, to: trial.end.port)
    trial.run(milliseconds: 100) { _ in [] }
    #expect((elsewhere.receive() != nil) == checks)
    #expect(trial.end.statistics.strangers == (checks ? 0 : 1))
  }
}
