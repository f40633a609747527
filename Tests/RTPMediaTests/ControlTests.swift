import CRTPMedia
import Testing

@Suite("RTCP reports")
struct ControlTests {
  @Test("Reports give the loss, the jitter and the round trip (RFC 3550 section 6.4)")
  func figures() throws {
    let line = try Line()
    line.a.voice = Tone(frequency: 440)
    var dice = Dice(4)
    line.wire.fateFromA = { count, _ in count % 4 == 0 ? [] : [Int.random(in: 0...2, using: &dice) * 10] }
    line.wire.fateOfControl = { _, _ in [60] }
    line.run(milliseconds: 6_000)
    let a = line.a.statistics, b = line.b.statistics
    // A report covers about ten packets.
    #expect((36...110).contains(a.their_loss), "of 256: \(a.their_loss)")
    #expect(b.lost >= 73 && b.lost <= 76)
    #expect((4_000...14_000).contains(a.their_jitter_us), "\(a.their_jitter_us) µs")
    #expect(a.their_jitter_us / 2_000 == b.jitter_us / 2_000 || abs(Int(a.their_jitter_us) - Int(b.jitter_us)) < 3_000)
    #expect(b.their_loss == 0 && a.lost == 0)
    #expect((120_000...150_000).contains(a.round_trip_us), "\(a.round_trip_us) µs")
    #expect((120_000...150_000).contains(b.round_trip_us), "\(b.round_trip_us) µs")
    #expect(a.reports_heard > 20)
  }

  @Test("A report is a compound of counters and an anonymous name (RFC 3550 section 6.1, RFC 7022)")
  func compound() throws {
    let trial = try Trial()
    trial.run(milliseconds: 1_000)
    let sent = trial.rtp.receiveAll().compactMap { RTPPacket($0) }
    let reports = trial.rtcp.receiveAll()
    #expect((3...10).contains(reports.count), "half to half as much again of 200 ms apart")
    let last = try #require(reports.last.flatMap { ControlPacket.read($0) })
    #expect(last.map(\.type) == [200, 202])
    #expect(last[0].word(0) == sent[0].ssrc && last[0].count == 1)
    #expect((30...50).contains(last[0].word(4)), "packets that it says it sent")
    #expect(last[0].word(5) == last[0].word(4) * 160)
    #expect(last[0].word(6) == 0x1234_5678)
    #expect(last[0].word(7) == 0, "nothing was lost")
    #expect(last[0].word(8) & 0xffff == UInt32(trial.sequence) || last[0].word(8) > 65_500)
  }

  @Test("A session that sends no media reports only its reception (RFC 3550 section 6.4.2)")
  func receiver() throws {
    let trial = try Trial(SoundSettings().with { $0.plain.directions = UInt8(CRTP_HEARS) })
    trial.run(milliseconds: 1_000)
    let reports = trial.rtcp.receiveAll().compactMap { ControlPacket.read($0) }
    #expect(!reports.isEmpty && reports.allSatisfy { $0.map(\.type) == [201, 202] })
  }

  @Test("Reports share the port of RTP when that was agreed (RFC 5761)")
  func multiplexed() throws {
    let line = try Line(sharesPort: true)
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 3_000)
    #expect(line.wire.facesA.rtcp.receive() == nil && line.wire.facesB.rtcp.receive() == nil)
    #expect(line.a.statistics.reports_heard > 5 && line.b.statistics.reports_heard > 5)
    #expect(line.b.statistics.lost == 0 && line.b.statistics.malformed == 0)
    #expect(line.a.statistics.round_trip_us > 0)
  }

  @Test("The last report carries BYE (RFC 3550 section 6.6)", arguments: [false, true])
  func goodbye(sharesPort: Bool) throws {
    let line = try Line(sharesPort: sharesPort)
    line.run(milliseconds: 500)
    #expect(line.b.statistics.has_left == 0)
    line.a.close()
    line.run(milliseconds: 100)
    #expect(line.b.statistics.has_left == 1)
  }

  @Test("A session that sent nothing sends no BYE (RFC 3550 section 6.3.7)")
  func silent() throws {
    let trial = try Trial(SoundSettings().with { $0.plain.directions = 0 })
    trial.run(milliseconds: 50)
    trial.end.close()
    trial.run(milliseconds: 50)
    #expect(trial.rtcp.receiveAll().isEmpty)
  }

  @Test("Malformed reports are counted and have no other effect", arguments: 1...4)
  func garbage(seed: UInt64) throws {
    let trial = try Trial()
    var dice = Dice(seed)
    trial.run(milliseconds: 200)
    for _ in 0..<500 {
      var bytes = [UInt8]((0..<Int.random(in: 8...120, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) })
      bytes[0] = bytes[0] & 0x3f | 0x80
      bytes[1] = UInt8.random(in: 198...206, using: &dice)
      trial.rtcp.send(bytes, to: trial.end.port + 1)
      trial.rtp.send(bytes, to: trial.end.port)
      trial.tick()
    }
    trial.run(milliseconds: 1_000)
    #expect(trial.end.statistics.malformed > 100)
    #expect(Tone.level(of: trial.end.lastHeard(milliseconds: 500)) > -12)
  }

  @Test("A report from another address has no effect")
  func stranger() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let ssrc = try #require(trial.rtp.receiveAll().compactMap { RTPPacket($0) }.last?.ssrc)
    let stranger = try Port(host: 4)
    let words: [UInt32] = [0x81c9_0007, 1, ssrc, 0xff00_0001, 0, 0, 0, 0]
    let bytes = words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    stranger.send(bytes, to: trial.end.port + 1)
    trial.tick()
    #expect(trial.end.statistics.their_loss == 0 && trial.end.statistics.strangers == 1)
    trial.rtcp.send(bytes, to: trial.end.port + 1)
    trial.tick()
    #expect(trial.end.statistics.their_loss == 255)
  }
}
