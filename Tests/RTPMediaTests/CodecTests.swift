import CRTPMedia
import Testing

@Suite("Media over RTP")
struct CodecTests {
  static let codecs: [crtp_codec] = [CRTP_PCMU, CRTP_PCMA, CRTP_G722, CRTP_OPUS]

  @Test(
    "A tone goes both ways with each codec, in packets of the length each side asks for", arguments: codecs, [10, 20, 30, 40, 50, 60])
  func tones(codec: crtp_codec, milliseconds: UInt8) throws {
    let line = try Line(
      SoundSettings(codec, packetMilliseconds: milliseconds), b: SoundSettings(codec, packetMilliseconds: 70 - milliseconds))
    let (low, high) = (Tone(frequency: 440), Tone(frequency: 1_000))
    line.a.voice = low
    line.b.voice = high
    line.run(milliseconds: 1_500)
    for (end, tone) in [(line.b, low), (line.a, high)] {
      let heard = end.lastHeard(milliseconds: 1_000)
      let rate = Int(crtp_rate(codec))
      #expect(heard.count == rate)
      #expect(abs(Tone.level(of: heard) - tone.level) < 1, "\(Tone.level(of: heard)) dB")
      #expect(tone.share(of: heard, rate: rate) > 0.98)
      let statistics = end.statistics
      #expect(statistics.lost == 0 && statistics.late == 0 && statistics.concealed == 0 && statistics.malformed == 0)
    }
  }

  @Test("Packets are sent at even intervals", arguments: [10, 20, 30, 40, 50, 60])
  func pace(milliseconds: UInt8) throws {
    let line = try Line(SoundSettings(CRTP_PCMA, packetMilliseconds: milliseconds))
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 2_000)
    let sent = line.wire.sentByA
    for (one, two) in zip(sent, sent.dropFirst()) {
      #expect(two.time - one.time == UInt64(milliseconds) * 1_000_000)
      #expect(two.packet.sequence == one.packet.sequence &+ 1)
      #expect(two.packet.timestamp == one.packet.timestamp &+ 8 * UInt32(milliseconds))
      #expect(two.packet.payload.count == 8 * Int(milliseconds))
    }
    #expect(sent.count > 1_800 / Int(milliseconds))
    #expect(sent.map(\.packet.isMarked) == [true] + Array(repeating: false, count: sent.count - 1))
  }

  @Test("Opus lacks packets of 30 and 50 ms and uses 20 and 40 instead (RFC 6716 section 2.1.4)", arguments: [(30, 20), (50, 40)])
  func opusLengths(asked: UInt8, given: UInt64) throws {
    let line = try Line(SoundSettings(CRTP_OPUS, packetMilliseconds: asked))
    line.run(milliseconds: 500)
    let times = line.wire.sentByA.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == given * 1_000_000 })
  }
}
