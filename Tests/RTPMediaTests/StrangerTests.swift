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

  @Test("another address must be the one of their SIP, say five in a row, and makes room when the one they said speaks")
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

  /// Settings, whether another address may be theirs with them, and why.
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

  @Test("five packets take no sound away, but where the far end may be behind them (RFC 4961)", arguments: 0..<11)
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
    "what is no address of one far end is refused: groups, everybody, our own machine seen from elsewhere",
    arguments: ["224.0.0.1", "239.255.255.250", "255.255.255.255", "ff02::1", "::ffff:224.0.0.1"])
  func unusable(address: String) throws {
    let trial = try Trial()
    #expect(!SoundSettings().with { $0.address = address }.apply(to: trial.end.session))
  }

  @Test("reports in the clear come from one port: the first that sent any, until the call is described anew")
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

  @Test("nothing goes to a far end that has not shown that it wants it, until a packet comes from there")
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

  @Test("or until the settings say that it does; so it is with a handshake of ours", arguments: [false, true])
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

  @Test("a session that is stopped says goodbye, and then nothing, and hears nothing; its rings may still be taken back")
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
