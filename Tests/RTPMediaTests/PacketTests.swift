import CRTPMedia
import Testing

@Suite("Received packets")
struct PacketTests {
  @Test("The sequence and the timestamp wrap without a gap (RFC 3550 section 5.1)")
  func wrap() throws {
    let trial = try Trial()
    trial.run(milliseconds: 2_000)
    #expect(trial.sequence < 100 && trial.timestamp < 20_000)
    let statistics = trial.end.statistics
    #expect(statistics.lost == 0 && statistics.concealed == 0 && statistics.late == 0 && statistics.packets_heard == 100)
  }

  @Test("A new source is played from its first packet on (RFC 3550 section 8)")
  func newSource() throws {
    let trial = try Trial()
    trial.run(milliseconds: 1_000)
    (trial.sequence, trial.timestamp) = (7, 7)
    trial.end.heard = []
    trial.run(milliseconds: 1_000) { [$0.next(ssrc: 99).bytes] }
    #expect(trial.end.heard.count >= 8_000 - 320)
    #expect(Tone.level(of: trial.end.lastHeard(milliseconds: 900)) > -14)
    #expect(trial.end.statistics.lost == 0)
  }

  @Test("Extensions, contributors and padding are not audio (RFC 3550 sections 5.1 and 5.3.1)")
  func options() throws {
    let trial = try Trial()
    trial.run(milliseconds: 1_000) { trial in
      let plain = trial.next().bytes
      let contributors: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 2]
      let more: [UInt8] = [0xbe, 0xde, 0, 2] + [UInt8](repeating: 0xff, count: 8)
      return [[0xb2] + plain[1..<12] + contributors + more + plain[12...] + [0xff, 0xff, 3]]
    }
    #expect(trial.end.statistics.malformed == 0)
    #expect(trial.end.statistics.bytes_heard == 160 * 50)
    #expect(trial.end.statistics.concealed == 0)
  }

  @Test("Malformed packets are counted and have no other effect", arguments: 1...8)
  func garbage(seed: UInt64) throws {
    let trial = try Trial()
    var dice = Dice(seed)
    trial.run(milliseconds: 200)
    var count: UInt64 = 0
    trial.run(milliseconds: 1_000) { trial in
      let sound = trial.next()
      // From the far end's own port, but never an audio packet of this source.
      let bad: [[UInt8]] = (0..<20).map { _ in
        var bytes = [UInt8]((0..<Int.random(in: 1...200, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) })
        bytes[0] &= 0x7f
        return bytes
      }
      count += 20
      return bad + [sound.bytes]
    }
    let statistics = trial.end.statistics
    #expect(statistics.malformed == count)
    #expect(statistics.packets_heard == 60 && statistics.lost == 0 && statistics.concealed == 0)
  }

  @Test("A packet cut anywhere, or with an invalid length, has no effect on the call")
  func cut() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let whole = trial.next().bytes
    for length in 1..<12 { trial.rtp.send(Array(whole[..<length]), to: trial.end.port) }
    trial.rtp.send([0x9f] + whole[1..<60], to: trial.end.port)
    trial.rtp.send([0x90] + whole[1..<14], to: trial.end.port)
    trial.rtp.send([0x90] + whole[1..<12] + [0, 0, 0xff, 0xff], to: trial.end.port)
    trial.rtp.send([0xa0] + whole[1..<40] + [200], to: trial.end.port)
    trial.rtp.send([0xa0] + whole[1..<40] + [0], to: trial.end.port)
    trial.rtp.send(RTPPacket(type: 0, sequence: 1, timestamp: 1, payload: []).bytes, to: trial.end.port)
    trial.rtp.send(RTPPacket(type: 77, sequence: 1, timestamp: 1, payload: [1, 2]).bytes, to: trial.end.port)
    trial.tick()
    #expect(trial.end.statistics.malformed == 18)
    #expect(trial.end.statistics.packets_heard == 10)
  }
}
