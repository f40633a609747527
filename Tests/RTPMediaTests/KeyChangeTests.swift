import CRTPMedia
import Testing

@Suite("Changes of keys within a call")
struct KeyChangeTests {
  private let fingerprint: String

  init() throws { fingerprint = String(cString: try #require(crtp_fingerprint())) }

  @Test(
    "After a re-INVITE with another certificate nothing is sent until there are new keys (RFC 5763 section 5)",
    arguments: [10, 20, 30, 40, 50, 60] as [UInt8], [CRTP_PCMU, CRTP_OPUS])
  func otherCertificate(packetLength: UInt8, codec: crtp_codec) throws {
    // Covers the moments of a whole packet, so that every amount of waiting audio occurs.
    for phase in 0..<7 {
      let settings = SoundSettings(codec, packetMilliseconds: packetLength).with { $0.plain.noise_type = 13 }
      let line = try Line(
        settings.handshaking(fingerprint, isClient: true), b: settings.handshaking(fingerprint, isClient: false))
      line.a.voice = Tone(frequency: 440)
      line.run(milliseconds: 200 + 10 * phase)
      #expect(line.a.statistics.is_protected == 1)
      // Digits, audio and silence are pending.
      if phase % 3 == 1 { #expect(crtp_send_digits(line.a.session, "12") == 2) }
      if phase % 3 == 2 { line.a.voice = nil }
      line.run(milliseconds: 10 * (phase % 2))
      let (sent, statistics) = (line.wire.sentByA.count, line.a.statistics)
      try line.a.configure(
        settings.handshaking(SoundSettings.otherFingerprint, isClient: false), to: line.wire.facesA.rtp.number,
        control: line.wire.facesA.rtcp.number)
      line.run(milliseconds: 500)
      #expect(line.wire.sentByA.count == sent && line.a.statistics.packets_sent == statistics.packets_sent)
      #expect(line.a.statistics.is_protected == 0)
      // The old certificate again gives new keys, and audio.
      try line.configure(
        settings.handshaking(fingerprint, isClient: true), b: settings.handshaking(fingerprint, isClient: false))
      line.run(milliseconds: 300)
      #expect(line.a.statistics.is_protected == 1 && line.wire.sentByA.count > sent)
    }
  }

  @Test("A role that changes makes a new association, also where one end was done already (RFC 8842 section 5.1)")
  func changedRole() throws {
    for moment in stride(from: 0, through: 200, by: 10) {
      let settings = SoundSettings()
      let line = try Line(settings.handshaking(fingerprint, isClient: true), b: settings.handshaking(fingerprint, isClient: false))
      line.run(milliseconds: moment)
      try line.configure(settings.handshaking(fingerprint, isClient: false), b: settings.handshaking(fingerprint, isClient: true))
      line.run(milliseconds: 1_500)
      #expect(line.a.statistics.is_protected == 1 && line.b.statistics.is_protected == 1, "\(moment) ms")
      let (a, b) = (line.a.statistics.packets_heard, line.b.statistics.packets_heard)
      line.run(milliseconds: 500)
      #expect(line.a.statistics.packets_heard > a + 20 && line.b.statistics.packets_heard > b + 20, "\(moment) ms")
    }
  }

  @Test("The keys serve on where the far end keeps its association in spite of a changed role", arguments: [true, false])
  func roleChangedAlone(isClient: Bool) throws {
    let settings = SoundSettings()
    let line = try Line(
      settings.handshaking(fingerprint, isClient: isClient), b: settings.handshaking(fingerprint, isClient: !isClient))
    line.run(milliseconds: 500)
    try line.a.configure(
      settings.handshaking(fingerprint, isClient: !isClient), to: line.wire.facesA.rtp.number, control: line.wire.facesA.rtcp.number)
    for _ in 0..<30 {
      let (a, b) = (line.a.statistics.packets_heard, line.b.statistics.packets_heard)
      line.run(milliseconds: 500)
      #expect(line.a.statistics.packets_heard >= a + 24 && line.b.statistics.packets_heard >= b + 24)
    }
  }

  @Test("Reports, digits and BYE cope with the loss of the keys")
  func withoutKeys() throws {
    let trial = try Trial(SoundSettings(packetMilliseconds: 10))
    trial.run(milliseconds: 500)
    _ = (trial.rtp.receiveAll(), trial.rtcp.receiveAll())
    try trial.end.configure(
      SoundSettings(packetMilliseconds: 10).handshaking(SoundSettings.otherFingerprint, isClient: false), to: trial.rtp.number,
      control: trial.rtcp.number)
    _ = crtp_send_digits(trial.end.session, "5")
    _ = crtp_play_keys(trial.end.session, "5")
    trial.run(milliseconds: 1_000)
    trial.end.close()
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil)
  }

  /// Returns the index of an SRTCP packet, which is part of its keystream (RFC 3711 section 3.4).
  private func controlIndex(_ datagram: [UInt8]) -> Int {
    datagram.dropLast(10).suffix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
  }

  @Test(
    "A change of only their key reuses no keystream of ours (RFC 3711 section 9.1)",
    arguments: [CRTP_SDES_80, CRTP_SDES_32], [false, true])
  func theirKey(suite: UInt32, inTheClearBetween: Bool) throws {
    let settings = SoundSettings()
    let trial = try Trial(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100))
    trial.run(milliseconds: 2_000) { _ in [] }
    let before = trial.rtcp.receiveAll().map(controlIndex)
    if inTheClearBetween {
      try trial.end.configure(settings, to: trial.rtp.number, control: trial.rtcp.number)
      trial.run(milliseconds: 500) { _ in [] }
      _ = trial.rtcp.receiveAll()
    }
    try trial.end.configure(settings.keyed(suite, ours: 1, theirs: 50), to: trial.rtp.number, control: trial.rtcp.number)
    trial.run(milliseconds: 2_000) { _ in [] }
    let after = trial.rtcp.receiveAll().map(controlIndex)
    #expect(before.count > 3 && after.count > 3)
    #expect((before + after).sorted() == before + after && Set(before + after).count == before.count + after.count)
  }

  @Test("Our rollover counter continues when their key changes, so a receiver that keeps it still decrypts (RFC 3711 section 3.3.1)")
  func turn() throws {
    let settings = SoundSettings(packetMilliseconds: 10)
    let line = try DirectLine(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100), settings.keyed(CRTP_SDES_80, ours: 100, theirs: 1))
    line.run(ticks: 66_000)
    try line.a.configure(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 50), to: line.b.port)
    try line.b.configure(settings.keyed(CRTP_SDES_80, ours: 50, theirs: 1), to: line.a.port)
    let before = (a: line.a.statistics, b: line.b.statistics)
    line.run(ticks: 200)
    #expect(line.b.statistics.packets_heard >= before.b.packets_heard + 198 && line.b.statistics.refused == before.b.refused)
    #expect(line.a.statistics.packets_heard >= before.a.packets_heard + 198 && line.a.statistics.refused <= before.a.refused + 1)
  }

  @Test("A change of only our key does not let old packets be replayed")
  func ourKey() throws {
    let settings = SoundSettings()
    let line = try Line(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100), b: settings.keyed(CRTP_SDES_80, ours: 100, theirs: 1))
    var taken: [[UInt8]] = []
    line.wire.fateFromA = { _, datagram in
      taken.append(datagram)
      return [0]
    }
    line.run(milliseconds: 500)
    try line.b.configure(settings.keyed(CRTP_SDES_80, ours: 70, theirs: 1), to: line.wire.facesB.rtp.number)
    line.run(milliseconds: 100)
    let before = line.b.statistics
    for datagram in taken.prefix(20) { line.wire.facesB.rtp.send(datagram, to: line.b.port) }
    line.run(milliseconds: 20)
    #expect(line.b.statistics.refused == before.refused + 20)
  }

  @Test("With many sources under one key, a displaced source cannot be replayed (RFC 3711 section 3.3.2)")
  func manySources() throws {
    let engine = try #require(crtp_engine_make(nil))
    defer { crtp_engine_stop(engine) }
    let settings = SoundSettings()
    let hearer = try End(engine, number: 1)
    defer { hearer.close() }
    let port = try Port()
    try hearer.configure(settings.keyed(CRTP_SDES_80, ours: 100, theirs: 1), to: port.number)
    var now: UInt64 = 1_000_000_000
    func tick(_ count: Int) {
      for _ in 0..<count {
        now += 10_000_000
        crtp_engine_tick(engine, now)
      }
    }
    var first: [UInt8] = []
    for number in 2..<14 {
      let sender = try End(engine, number: UInt64(number))
      try sender.configure(settings.keyed(CRTP_SDES_80, ours: 1, theirs: 100), to: port.number)
      tick(4)
      let packet = try #require(port.receiveAll().first { $0[0] == 0x80 && $0[1] & 0x7f == 0 })
      if number == 2 { first = packet }
      port.send(packet, to: hearer.port)
      tick(1)
      sender.close()
      tick(1)
      _ = port.receiveAll()
    }
    let heard = hearer.statistics.packets_heard
    #expect(heard == 12)
    port.send(first, to: hearer.port)
    tick(1)
    #expect(hearer.statistics.packets_heard == heard && hearer.statistics.refused == 1)
  }
}
