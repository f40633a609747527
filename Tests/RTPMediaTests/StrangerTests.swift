import CRTPMedia
import Testing

@Suite("Whose packets they are")
struct StrangerTests {
  @Test("packets from elsewhere are dropped and counted")
  func strangers() throws {
    let trial = try Trial()
    let near = try Port()
    let far = try Port(host: 2)
    trial.run(milliseconds: 200)
    trial.run(milliseconds: 1_000) { trial in
      for port in [near, far] {
        port.send(
          RTPPacket(type: 0, sequence: trial.sequence, timestamp: trial.timestamp, payload: [UInt8](repeating: 0, count: 160)).bytes,
          to: trial.end.port)
      }
      return [trial.next().bytes]
    }
    let statistics = trial.end.statistics
    #expect(statistics.strangers == 100)
    #expect(statistics.packets_heard == 60)
    #expect(Tone.level(of: trial.end.lastHeard(milliseconds: 900)) < -11)
    #expect(near.receive() == nil && far.receive() == nil, "none of our sound goes there")
  }

  @Test("sound goes to where theirs comes from, be it another port than they said (RFC 4961)")
  func otherPort() throws {
    let trial = try Trial()
    let port = try Port()
    trial.run(milliseconds: 200) { trial in
      port.send(trial.next().bytes, to: trial.end.port)
      return []
    }
    _ = trial.rtp.receiveAll()
    _ = port.receiveAll()
    trial.run(milliseconds: 200) { _ in [] }
    #expect(port.receiveAll().count == 10)
    #expect(trial.rtp.receiveAll().isEmpty)
  }

  @Test("not so where symmetry was not asked for")
  func notSymmetric() throws {
    let trial = try Trial(SoundSettings().with { $0.plain.is_symmetric = 0 })
    let port = try Port()
    let elsewhere = try Port(host: 3)
    trial.run(milliseconds: 400) { trial in
      port.send(trial.next().bytes, to: trial.end.port)
      elsewhere.send(trial.next(ssrc: 5).bytes, to: trial.end.port)
      return []
    }
    #expect(port.receive() == nil)
    #expect(trial.rtp.receiveAll().count == 20)
    #expect(trial.end.statistics.packets_heard == 20 && trial.end.statistics.strangers == 20)
  }

  @Test("another address must say five in a row while the one they said says nothing, and makes room when that one speaks")
  func behindNAT() throws {
    let trial = try Trial()
    let nat = try Port(host: 9)
    func speak(_ milliseconds: Int) {
      trial.run(milliseconds: milliseconds) { trial in
        nat.send(trial.next().bytes, to: trial.end.port)
        return []
      }
    }
    speak(80)
    #expect(trial.end.statistics.strangers == 4 && trial.end.statistics.packets_heard == 0)
    speak(200)
    #expect(trial.end.statistics.strangers == 4 && trial.end.statistics.packets_heard == 10)
    _ = nat.receiveAll()
    trial.run(milliseconds: 200)
    #expect(nat.receiveAll().count <= 1, "the one who was described is back")
    speak(100)
    #expect(trial.end.statistics.strangers == 9)
  }
}
