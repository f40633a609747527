import CRTPMedia
import Testing

@Suite("The source of packets")
struct StrangerTests {
  @Test("Packets from other addresses are dropped and counted")
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

  @Test("Media goes to the source of theirs, even if it is another port than signalled (RFC 4961)")
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

  @Test("Without symmetric RTP media goes to the signalled port")
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

  @Test("Another address must be that of their SIP and send five packets in a row, and yields to the signalled one")
  func behindNAT() throws {
    let trial = try Trial(SoundSettings().with { $0.signaller = "127.0.0.9" })
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

  /// Settings, with the reason why another address may or may not be theirs.
  private static var guesses: [(settings: SoundSettings, isTaken: Bool, why: Comment)] {
    [
      (SoundSettings(), false, "the address they said can be reached"),
      (SoundSettings().with { $0.signaller = "127.0.0.1" }, false, "their SIP comes from the address they said"),
      (SoundSettings().with { $0.signaller = "127.0.0.3" }, false, "their SIP comes from a third"),
      (SoundSettings().with { $0.address = "10.1.2.3" }, true, "the address they said is private"),
      (SoundSettings().with { $0.address = "192.168.1.2" }, true, "likewise"),
      (SoundSettings().with { $0.address = "172.31.0.1" }, true, "likewise"),
      (SoundSettings().with { $0.address = "100.64.0.1" }, true, "likewise, shared"),
      (SoundSettings().with { $0.address = "172.32.0.1" }, false, "not private"),
      (SoundSettings().with { ($0.address, $0.signaller) = ("10.1.2.3", "10.1.2.3") }, false, "private, and yet it has reached us"),
      (
        SoundSettings().with { ($0.address, $0.iceUser, $0.icePassword) = ("10.1.2.3", "evtj", "p") }, false,
        "ICE tells, nothing is guessed"
      ),
      (SoundSettings().with { ($0.signaller, $0.iceUser, $0.icePassword) = ("127.0.0.9", "evtj", "p") }, false, "likewise"),
    ]
  }

  @Test("Five packets redirect no media unless the far end may be behind that address (RFC 4961)", arguments: 0..<11)
  func guessed(_ index: Int) throws {
    let (settings, isTaken, why) = Self.guesses[index]
    let trial = try Trial(settings)
    let other = try Port(host: 9)
    trial.run(milliseconds: 1_000) { trial in
      other.send(trial.next().bytes, to: trial.end.port)
      return []
    }
    #expect((other.receiveAll().count > 30) == isTaken, why)
    #expect(trial.end.statistics.packets_heard == (isTaken ? 46 : 0), why)
  }

  @Test(
    "Multicast, broadcast and our own loopback are refused as addresses",
    arguments: ["224.0.0.1", "239.255.255.250", "255.255.255.255", "ff02::1", "::ffff:224.0.0.1"])
  func unusable(address: String) throws {
    let trial = try Trial()
    #expect(!SoundSettings().with { $0.address = address }.apply(to: trial.end.session))
  }

  @Test("Plain reports are accepted from one port, the first that sent any, until the call is configured anew")
  func reports() throws {
    let trial = try Trial()
    let report: [UInt8] = [0x80, 201, 0, 1, 1, 2, 3, 4]
    let elsewhere = try Port()
    trial.rtcp.send(report, to: trial.end.port + 1)
    trial.tick()
    elsewhere.send(report, to: trial.end.port + 1)
    trial.run(milliseconds: 1_000)
    #expect(trial.end.statistics.reports_heard == 1 && trial.end.statistics.strangers == 1)
    #expect(elsewhere.receive() == nil && trial.rtcp.receiveAll().count > 2)
  }

  @Test("Nothing is sent to an unconfirmed far end until a packet comes from there")
  func unconfirmed() throws {
    let settings = SoundSettings().with { $0.plain.is_unconfirmed = 1 }
    let trial = try Trial(settings)
    let stranger = try Port(host: 9)
    trial.run(milliseconds: 1_000) { trial in
      stranger.send(trial.next(ssrc: 9).bytes, to: trial.end.port)
      return []
    }
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil && stranger.receive() == nil)
    #expect(trial.end.statistics.packets_sent == 0)
    trial.run(milliseconds: 200)
    #expect(trial.rtp.receiveAll().count >= 9)
  }

  @Test("Nothing is sent to an unconfirmed far end until the settings confirm it; as for our handshakes", arguments: [false, true])
  func confirmed(byHandshake: Bool) throws {
    let fingerprint = String(cString: try #require(crtp_fingerprint()))
    let settings = byHandshake ? SoundSettings().handshaking(fingerprint, isClient: true) : SoundSettings()
    let trial = try Trial(settings.with { $0.plain.is_unconfirmed = 1 })
    trial.run(milliseconds: 500) { _ in [] }
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil)
    try trial.end.configure(settings, to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 200) { _ in [] }
    #expect(trial.rtp.receiveAll().count >= (byHandshake ? 1 : 9))
  }

  @Test("A stopped session sends BYE and then nothing, receives nothing, and still lets its rings be detached")
  func stopped() throws {
    let trial = try Trial()
    trial.run(milliseconds: 500)
    crtp_stop(trial.end.session)
    let heard = trial.end.statistics.packets_heard
    #expect(trial.rtcp.receiveAll().last.flatMap { ControlPacket.read($0)?.last?.type } == 203)
    _ = trial.rtp.receiveAll()
    try trial.end.configure(SoundSettings(packetMilliseconds: 40), to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 500)
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil)
    #expect(trial.end.statistics.packets_heard == heard)
    crtp_detach(trial.end.session)
    trial.end.close()
    trial.run(milliseconds: 100) { _ in [] }
    #expect(trial.rtcp.receive() == nil, "goodbye is said once")
  }
}
