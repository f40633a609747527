import CRTPMedia
import Testing

@Suite("SRTP by keys from the description")
struct ProtectionTests {
  static let suites = [CRTP_SDES_80, CRTP_SDES_32]

  private func line(_ suite: UInt32) throws -> Line {
    let settings = SoundSettings()
    return try Line(settings.keyed(suite, ours: 1, theirs: 100), b: settings.keyed(suite, ours: 100, theirs: 1))
  }

  @Test("sound and reports go both ways, and none of it can be read on the way (RFC 3711, RFC 4568)", arguments: suites)
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

  @Test("what is said again is not heard again, and counted", arguments: suites)
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

  @Test("what was changed on the way, or never had a key, is silent and counted", arguments: suites)
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

  @Test("with another key nothing is heard")
  func otherKey() throws {
    let settings = SoundSettings()
    let line = try Line(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100), b: settings.keyed(CRTP_SDES_80, ours: 100, theirs: 2))
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    #expect(line.b.heard.isEmpty && line.b.statistics.refused >= 20)
    #expect(line.a.statistics.is_protected == 1)
  }

  @Test("whoever has the key is heard from wherever he is, and answered there")
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

  @Test("new keys by a re-INVITE: the old ones are worth nothing from then on")
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

  @Test("the first packet's number is in the lower half: who misses it must not take the turn for none (RFC 3711 section 3.3.1)")
  func firstNumber() throws {
    for _ in 0..<20 {
      let trial = try Trial()
      trial.run(milliseconds: 40)
      let first = try #require(trial.rtp.receiveAll().compactMap { RTPPacket($0) }.first)
      #expect(first.sequence < 0x8001)
    }
  }
}
