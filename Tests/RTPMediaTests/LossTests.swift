import CRTPMedia
import Testing

@Suite("Packet loss")
struct LossTests {
  private func quietest(_ samples: ArraySlice<Int16>, frame: Int) -> Double {
    let starts = stride(from: samples.startIndex, through: samples.endIndex - frame, by: frame)
    return starts.map { Tone.level(of: samples[$0..<$0 + frame]) }.min() ?? -100
  }

  @Test("A loss of one packet in twenty leaves no gap in a tone", arguments: CodecTests.codecs)
  func single(codec: crtp_codec) throws {
    let line = try Line(SoundSettings(codec))
    let tone = Tone(frequency: 400)
    line.a.voice = tone
    line.wire.fateFromA = { count, _ in count % 20 == 10 ? [] : [0] }
    line.run(milliseconds: 4_000)
    let rate = Int(crtp_rate(codec))
    let heard = line.b.lastHeard(milliseconds: 3_000)
    #expect(heard.count == 3 * rate)
    // Opus conceals a voice better than a tone.
    #expect(quietest(heard, frame: rate / 50) > tone.level - (codec == CRTP_OPUS ? 12 : 6), "\(quietest(heard, frame: rate / 50)) dB")
    #expect(tone.share(of: heard, rate: rate) > 0.85, "\(tone.share(of: heard, rate: rate))")
    let statistics = line.b.statistics
    #expect((9...10).contains(statistics.lost))
    #expect((9...12).contains(statistics.concealed), "\(statistics.concealed)")
  }

  @Test("Opus recovers a lost packet from the one after it (RFC 6716 section 2.1.7)")
  func redundancy() throws {
    let line = try Line(SoundSettings(CRTP_OPUS))
    line.a.voice = Tone(frequency: 300)
    line.wire.fateFromA = { count, _ in count % 10 == 9 ? [] : [0] }
    line.run(milliseconds: 6_000)
    let statistics = line.b.statistics
    #expect(statistics.lost >= 28)
    #expect(statistics.recovered >= statistics.lost - 3, "\(statistics.recovered) of \(statistics.lost)")
  }

  @Test("A long gap fades to silence, and the audio resumes complete", arguments: CodecTests.codecs)
  func gap(codec: crtp_codec) throws {
    let line = try Line(SoundSettings(codec))
    let tone = Tone(frequency: 400)
    line.a.voice = tone
    line.run(milliseconds: 1_000)
    let rate = Int(crtp_rate(codec))
    line.wire.fateFromA = { _, _ in [] }
    line.b.heard = []
    line.run(milliseconds: 1_000)
    #expect(line.b.heard.count <= rate / 10, "no more than what was on its way and 60 ms")
    if codec != CRTP_OPUS { #expect(Tone.level(of: line.b.heard.suffix(rate / 200)) < tone.level - 15) }
    line.wire.fateFromA = { _, _ in [0] }
    line.run(milliseconds: 500)
    line.b.heard = []
    line.run(milliseconds: 1_000)
    #expect(line.b.heard.count == rate)
    #expect(abs(Tone.level(of: line.b.heard) - tone.level) < 1)
    #expect(line.b.statistics.buffered_ms <= 60)
  }

  @Test("A duplicate is played once")
  func duplicates() throws {
    let line = try Line()
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.wire.fateFromA = { _, _ in [0, 0, 10] }
    line.run(milliseconds: 2_000)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 1_000), rate: 8_000) > 0.99)
    #expect(line.b.statistics.concealed == 0 && line.b.statistics.buffered_ms <= 40)
  }
}
