import CRTPMedia
import Testing

@Suite("The jitter buffer")
struct JitterTests {
  @Test("The buffer grows with the network's jitter, and shrinks when it ends", arguments: CodecTests.codecs)
  func growsAndShrinks(codec: crtp_codec) throws {
    let line = try Line(SoundSettings(codec))
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.run(milliseconds: 2_000)
    let before = line.b.statistics
    #expect(before.buffered_ms <= 40 && before.jitter_us < 1_000)

    var dice = Dice(1)
    line.wire.fateFromA = { _, _ in [Int.random(in: 0...8, using: &dice) * 10] }
    line.run(milliseconds: 3_000)
    let settled = line.b.statistics
    line.run(milliseconds: 7_000)
    let uneven = line.b.statistics
    #expect(uneven.buffered_ms >= 40, "\(uneven.buffered_ms) ms")
    #expect(uneven.jitter_us > 10_000)
    #expect(uneven.late - settled.late <= 7, "of 350 packets \(uneven.late - settled.late) were late")
    #expect(uneven.late > 0 || uneven.concealed > 0, "it had to learn")
    #expect(Tone.level(of: line.b.lastHeard(milliseconds: 5_000)) > tone.level - 1.5)

    line.wire.fateFromA = { _, _ in [0] }
    line.run(milliseconds: 30_000)
    let after = line.b.statistics
    #expect(after.buffered_ms <= 40, "\(after.buffered_ms) ms")
    #expect(after.lost == 0)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 1_000), rate: Int(crtp_rate(codec))) > 0.98)
  }

  @Test("The buffer puts packets that overtake each other in order")
  func reordering() throws {
    let line = try Line()
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.wire.fateFromA = { count, _ in [count % 5 == 4 ? 50 : 0] }
    line.run(milliseconds: 5_000)
    let settled = line.b.statistics
    line.run(milliseconds: 5_000)
    let statistics = line.b.statistics
    #expect(statistics.lost == 0)
    #expect(statistics.late - settled.late <= 1 && statistics.concealed - settled.concealed <= 1)
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 1_000), rate: 8_000) > 0.99)
  }

  @Test("The buffer counts packets too late to be played")
  func late() throws {
    let line = try Line()
    line.a.voice = Tone(frequency: 440)
    line.wire.fateFromA = { count, _ in [count % 50 == 49 ? 400 : 0] }
    line.run(milliseconds: 4_000)
    #expect((2...3).contains(line.b.statistics.late), "\(line.b.statistics.late)")
    #expect(line.b.statistics.lost == 0)
  }

  @Test(
    "A faster clock at the far end does not fill the buffer, and a slower one does not drain it for long", arguments: [true, false])
  func drift(isFaster: Bool) throws {
    let trial = try Trial()
    var count = 0
    // One packet more or fewer every five seconds: more than real clocks differ.
    trial.run(milliseconds: 60_000) { trial in
      count += 1
      guard count.isMultiple(of: 250) else { return [trial.next().bytes] }
      return isFaster ? [trial.next().bytes, trial.next().bytes] : []
    }
    let statistics = trial.end.statistics
    #expect(statistics.buffered_ms <= 80, "\(statistics.buffered_ms) ms")
    #expect(statistics.lost == 0)
    let heard = trial.end.lastHeard(milliseconds: 10_000)
    #expect(Tone.level(of: heard) > -14)
  }

  @Test("The buffer never holds more than a third of a second, whatever the network does")
  func limit() throws {
    let line = try Line()
    line.a.voice = Tone(frequency: 440)
    var dice = Dice(2)
    line.wire.fateFromA = { _, _ in [Int.random(in: 0...100, using: &dice) * 10] }
    line.run(milliseconds: 20_000)
    #expect(line.b.statistics.buffered_ms < 1_000, "\(line.b.statistics.buffered_ms) ms")
  }
}
