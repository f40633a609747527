import CRTPMedia
import Testing

@Suite("SRTP with keys from the description")
struct ProtectionTests {
  static let suites = [CRTP_SDES_80, CRTP_SDES_32]

  private func line(_ suite: UInt32) throws -> Line {
    let settings = SoundSettings()
    return try Line(settings.keyed(suite, ours: 1, theirs: 100), b: settings.keyed(suite, ours: 100, theirs: 1))
  }

  @Test("Media and reports go both ways, unreadable on the network (RFC 3711, RFC 4568)", arguments: suites)
  func both(suite: UInt32) throws {
    let line = try line(suite)
    let tone = Tone(frequency: 440)
    (line.a.voice, line.b.voice) = (tone, tone)
    line.run(milliseconds: 2_000)
    for end in [line.a, line.b] {
      #expect(tone.share(of: end.lastHeard(milliseconds: 1_000), rate: 8_000) > 0.99)
      #expect(end.statistics.refused == 0 && end.statistics.reports_heard > 3 && end.statistics.is_protected == 1)
    }
    #expect(line.wire.sentByA.allSatisfy { $0.packet.payload.count == 160 + (suite == CRTP_SDES_80 ? 10 : 4) })
    let values = Set(line.wire.sentByA.flatMap { $0.packet.payload.prefix(160) })
    #expect(values.count == 256, "a tone has few values, and their encipherment all")
  }

  @Test("A replayed packet is dropped and counted", arguments: suites)
  func replayed(suite: UInt32) throws {
    let line = try line(suite)
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.wire.fateFromA = { _, _ in [0, 30] }
    line.wire.fateOfControl = { _, _ in [0, 40] }
    line.run(milliseconds: 2_000)
    #expect(line.b.statistics.packets_heard >= 98 && line.b.statistics.refused >= 98)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 1_000), rate: 8_000) > 0.99)
    #expect(line.b.statistics.concealed == 0)
  }

  @Test("A changed or unauthenticated packet is dropped and counted", arguments: suites)
  func forged(suite: UInt32) throws {
    let line = try line(suite)
    line.a.voice = Tone(frequency: 440)
    let (port, to) = (line.wire.facesB.rtp, line.b.port)
    line.wire.fateFromA = { count, datagram in
      var forged = datagram
      forged[count % datagram.count] ^= 0x04
      port.send(forged, to: to)
      port.send(RTPPacket(type: 0, sequence: UInt16(count), timestamp: 1, payload: Trial.square).bytes, to: to)
      return []
    }
    line.run(milliseconds: 2_000)
    let statistics = line.b.statistics
    #expect(line.b.heard.isEmpty)
    #expect(statistics.packets_heard == 0 && statistics.refused + statistics.malformed >= 190)
  }

  @Test("A packet with another key is not played")
  func otherKey() throws {
    let settings = SoundSettings()
    let line = try Line(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100), b: settings.keyed(CRTP_SDES_80, ours: 100, theirs: 2))
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    #expect(line.b.heard.isEmpty && line.b.statistics.refused >= 20)
    #expect(line.a.statistics.is_protected == 1)
  }

  @Test("A sender with the key is accepted from any address, and answered there")
  func roaming() throws {
    let line = try line(CRTP_SDES_80)
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    let elsewhere = try Port(host: 5)
    let to = line.b.port
    line.wire.fateFromA = { _, datagram in
      elsewhere.send(datagram, to: to)
      return []
    }
    line.run(milliseconds: 500)
    #expect(line.b.statistics.strangers == 0 && line.b.statistics.packets_heard > 45)
    #expect(elsewhere.receiveAll().count > 20)
  }

  @Test("After a re-INVITE with new keys the old ones are invalid")
  func newKeys() throws {
    let line = try line(CRTP_SDES_80)
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.run(milliseconds: 500)
    let settings = SoundSettings()
    try line.b.configure(settings.keyed(CRTP_SDES_32, ours: 50, theirs: 60), to: line.wire.facesB.rtp.number)
    line.run(milliseconds: 200)
    #expect(line.b.statistics.refused >= 9)
    try line.a.configure(settings.keyed(CRTP_SDES_32, ours: 60, theirs: 50), to: line.wire.facesA.rtp.number)
    line.run(milliseconds: 1_000)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 500), rate: 8_000) > 0.98)
  }

  @Test("The first sequence number is in the lower half, so that losing it cannot hide a rollover (RFC 3711 section 3.3.1)")
  func firstNumber() throws {
    for _ in 0..<20 {
      let trial = try Trial()
      trial.run(milliseconds: 40)
      let first = try #require(trial.rtp.receiveAll().compactMap { RTPPacket($0) }.first)
      #expect(first.sequence < 0x8001)
    }
  }

  /// Sixteen bytes of 0xab under the keys of RFC 3711 appendix B.3, as other implementations encrypt them.
  private static let known: [UInt8] = [
    0x80, 0x0f, 0x12, 0x34, 0xde, 0xca, 0xfb, 0xad, 0xca, 0xfe, 0xba, 0xbe, 0x4e, 0x55, 0xdc, 0x4c, 0xe7, 0x99, 0x78, 0xd8, 0x8c, 0xa4,
    0xd2,
    0x15, 0x94, 0x9d, 0x24, 0x02, 0xb7, 0x8d, 0x6a, 0xcc, 0x99, 0xea, 0x17, 0x9b, 0x8d, 0xbb,
  ]

  @Test("A known packet decrypts, and no bit of it may differ (RFC 3711 appendix B)")
  func vector() throws {
    let keys: [UInt8] = [
      0xe1, 0xf9, 0x7a, 0x0d, 0x3e, 0x01, 0x8b, 0xe0, 0xd6, 0x4f, 0xa3, 0x2c, 0x06, 0xde, 0x41, 0x39, 0x0e, 0xc6, 0x75, 0xad, 0x49, 0x8a,
      0xfe,
      0xeb, 0xb6, 0x96, 0x0b, 0x3a, 0xab, 0xe6,
    ]
    let settings = SoundSettings().with {
      $0.plain.protection = UInt8(CRTP_SDES_80)
      $0.plain.their_payload_type = 15
      withUnsafeMutableBytes(of: &$0.plain.their_keys) { $0.copyBytes(from: keys) }
    }
    let trial = try Trial(settings)
    for bit in 0..<Self.known.count * 8 {
      var changed = Self.known
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      trial.rtp.send(changed, to: trial.end.port)
      if bit.isMultiple(of: 16) { trial.tick() }
    }
    trial.tick()
    #expect(trial.end.statistics.packets_heard == 0)
    trial.rtp.send(Self.known, to: trial.end.port)
    trial.tick()
    #expect(trial.end.statistics.packets_heard == 1 && trial.end.statistics.bytes_heard == 16)
  }

  @Test("The sequence number wraps, and both sides count the rollovers (RFC 3711 section 3.3.1)")
  func turnover() throws {
    // 66,000 packets of 10 ms go straight, because the wire would take most of the test's time.
    let line = try DirectLine(
      SoundSettings(packetMilliseconds: 10).keyed(CRTP_SDES_80, ours: 1, theirs: 100),
      SoundSettings().keyed(CRTP_SDES_80, ours: 100, theirs: 1).with { $0.plain.directions = UInt8(CRTP_HEARS) })
    line.run(ticks: 66_000)
    let heard = line.b.statistics
    #expect(heard.packets_heard > 65_900 && heard.refused == 0 && heard.lost == 0)
  }
}
