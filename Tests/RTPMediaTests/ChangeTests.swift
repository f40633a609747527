import CRTPMedia
import Testing

@Suite("Changes within a call")
struct ChangeTests {
  @Test("A re-INVITE changes the codec, and the media follows at once (RFC 3264 section 8.3.2)")
  func codecs() throws {
    let line = try Line(SoundSettings(CRTP_PCMU))
    let tone = Tone(frequency: 600)
    (line.a.voice, line.b.voice) = (tone, tone)
    for codec in [CRTP_PCMU, CRTP_OPUS, CRTP_G722, CRTP_PCMA, CRTP_OPUS] {
      try line.configure(SoundSettings(codec), b: SoundSettings(codec))
      line.run(milliseconds: 500)
      (line.a.heard, line.b.heard) = ([], [])
      line.run(milliseconds: 1_000)
      for end in [line.a, line.b] {
        #expect(end.heard.count == Int(crtp_rate(codec)))
        #expect(tone.share(of: end.heard, rate: Int(crtp_rate(codec))) > 0.98)
      }
    }
  }

  @Test("A call without media gets it once a change opens a direction", arguments: [CRTP_PCMU, CRTP_G722, CRTP_OPUS])
  func opening(_ codec: crtp_codec) throws {
    let silent = SoundSettings(codec).with { $0.plain.directions = 0 }
    let line = try Line(silent)
    let tone = Tone(frequency: 600)
    (line.a.voice, line.b.voice) = (tone, tone)
    line.run(milliseconds: 300)
    #expect(line.a.statistics.packets_sent == 0 && line.a.heard.isEmpty && line.a.statistics.buffered_ms == 0)
    #expect(crtp_send_digits(line.a.session, "1") == 0 && crtp_play_keys(line.a.session, "1") == 0)
    try line.configure(SoundSettings(codec), b: SoundSettings(codec))
    line.run(milliseconds: 500)
    (line.a.heard, line.b.heard) = ([], [])
    line.run(milliseconds: 1_000)
    for end in [line.a, line.b] {
      #expect(end.heard.count == Int(crtp_rate(codec)))
      #expect(tone.share(of: end.heard, rate: Int(crtp_rate(codec))) > 0.98)
    }
  }

  @Test("A re-INVITE changes the address: media goes there, and packets from the old address are dropped")
  func address() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let port = try Port()
    try trial.end.configure(SoundSettings(), to: port.number)
    _ = trial.rtp.receiveAll()
    trial.run(milliseconds: 200) { trial in
      port.send(trial.next().bytes, to: trial.end.port)
      return [RTPPacket(type: 0, sequence: 1, timestamp: 1, ssrc: 3, payload: Trial.square).bytes]
    }
    #expect(port.receiveAll().count == 10)
    #expect(trial.rtp.receiveAll().isEmpty)
    #expect(trial.end.statistics.strangers >= 9)
    #expect(trial.end.statistics.packets_heard >= 20)
  }

  @Test("Invalid settings change nothing")
  func refused() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let good = SoundSettings().with { $0.plain.port = trial.rtp.number }
    let bad = [
      good.with { $0.address = "nowhere.example" }, good.with { $0.address = "127.0.0.1.2" }, good.with { $0.plain.codec = 4 },
      good.with { $0.plain.protection = 4 }, good.with { $0.plain.protection = UInt8(CRTP_DTLS) },
      good.with {
        $0.plain.protection = UInt8(CRTP_DTLS)
        $0.theirFingerprint = "sha-1 00:11"
      },
      good.with { $0.iceUser = "only a name" }, good.with { ($0.iceUser, $0.icePassword) = (String(repeating: "x", count: 33), "p") },
    ]
    for settings in bad { #expect(!settings.apply(to: trial.end.session)) }
    let before = trial.end.statistics.packets_heard
    trial.run(milliseconds: 200)
    #expect(trial.end.statistics.packets_heard == before + 10)
  }

  @Test(
    "Media goes in the agreed directions (RFC 3264 section 5.1)",
    arguments: [0, CRTP_SENDS, CRTP_HEARS, CRTP_SENDS | CRTP_HEARS])
  func directions(_ directions: UInt32) throws {
    let trial = try Trial(SoundSettings().with { $0.plain.directions = UInt8(directions) })
    trial.run(milliseconds: 1_000)
    #expect(trial.rtp.receiveAll().count == (directions & CRTP_SENDS != 0 ? 50 : 0))
    #expect(trial.end.heard.isEmpty == (directions & CRTP_HEARS == 0))
    #expect(trial.end.statistics.packets_heard == 50)
  }

  @Test("After a hold the first packet is marked, and its timestamp includes the hold (RFC 3551 section 4.1)")
  func hold() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let before = try #require(trial.rtp.receiveAll().compactMap { RTPPacket($0) }.last)
    try trial.end.configure(
      SoundSettings().with { $0.plain.directions = UInt8(CRTP_HEARS) }, to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 1_000)
    try trial.end.configure(SoundSettings(), to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 200)
    let after = trial.rtp.receiveAll().compactMap { RTPPacket($0) }
    let first = try #require(after.first)
    #expect(after.map(\.isMarked) == [true] + Array(repeating: false, count: after.count - 1))
    #expect(first.sequence == before.sequence &+ 1)
    #expect(first.timestamp == before.timestamp &+ 51 * 160)
    #expect(first.ssrc == before.ssrc)
  }

  @Test("Neither media nor reports go to an all-zero address (RFC 3264 section 8.4)", arguments: ["0.0.0.0", "::"])
  func nowhere(address: String) throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    try trial.end.configure(SoundSettings().with { $0.address = address }, to: trial.rtp.number, control: trial.rtcp.number)
    let sent = trial.end.statistics.packets_sent
    _ = (trial.rtp.receiveAll(), trial.rtcp.receiveAll())
    trial.run(milliseconds: 1_000)
    #expect(trial.end.statistics.packets_sent == sent)
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil)
  }

  @Test("A muted session sends packets of silence")
  func mute() throws {
    let line = try Line()
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    crtp_mute(line.a.session, 1)
    line.run(milliseconds: 200)
    let sent = line.a.statistics.packets_sent
    line.b.heard = []
    line.run(milliseconds: 500)
    #expect(line.a.statistics.packets_sent == sent + 25)
    #expect(line.b.heard.count == 4_000 && Tone.level(of: line.b.heard) < -60)
    crtp_mute(line.a.session, 0)
    line.run(milliseconds: 500)
    #expect(Tone.level(of: line.b.lastHeard(milliseconds: 200)) > -14)
  }
}
