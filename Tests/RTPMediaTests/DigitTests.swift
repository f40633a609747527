import CRTPMedia
import Testing

@Suite("Digits as events")
struct DigitTests {
  @Test("All sixteen digits arrive once, and cost no audio (RFC 4733)", arguments: [CRTP_PCMU, CRTP_G722, CRTP_OPUS])
  func all(codec: crtp_codec) throws {
    let line = try Line(SoundSettings(codec))
    line.run(milliseconds: 500)
    #expect(crtp_send_digits(line.a.session, "0123456789*#ABCD") == 16)
    line.run(milliseconds: 16 * 160 + 500)
    #expect(line.ear.digits(2) == "0123456789*#ABCD")
    #expect(line.ear.digits(1) == "")
    #expect(line.b.statistics.lost == 0 && line.b.statistics.concealed == 0)
  }

  @Test("An event is marked at its start, grows, keeps its timestamp, and ends three times (RFC 4733 section 2.5.1)")
  func packets() throws {
    let line = try Line()
    line.run(milliseconds: 200)
    #expect(crtp_send_digits(line.a.session, "5") == 1)
    line.run(milliseconds: 400)
    let events = line.wire.sentByA.map(\.packet).filter { $0.type == 101 }
    #expect(events.map(\.isMarked) == [true, false, false, false, false, false, false])
    #expect(Set(events.map(\.timestamp)).count == 1)
    #expect(events.allSatisfy { $0.payload[0] == 5 })
    #expect(events.map { $0.payload[1] & 0x80 != 0 } == [false, false, false, false, true, true, true])
    #expect(events.map { Int($0.payload[2]) << 8 | Int($0.payload[3]) } == [160, 320, 480, 640, 800, 800, 800])
    let sound = line.wire.sentByA.map(\.packet).filter { $0.type == 0 }
    #expect(sound.filter(\.isMarked).count == 2, "the sound after it is a new spurt")
  }

  @Test(
    "Durations are in the events' clock, even if it differs from the codec's (RFC 4733 section 2.1)", arguments: [(0, 48), (8_000, 8)])
  func otherClock(clock: UInt16, perMillisecond: Int) throws {
    let line = try Line(SoundSettings(CRTP_OPUS).with { $0.plain.digits_clock = clock })
    line.run(milliseconds: 200)
    _ = crtp_send_digits(line.a.session, "5")
    line.run(milliseconds: 400)
    let events = line.wire.sentByA.map(\.packet).filter { $0.type == 101 }
    let durations = events.map { Int($0.payload[2]) << 8 | Int($0.payload[3]) }
    #expect(durations == [20, 40, 60, 80, 100, 100, 100].map { $0 * perMillisecond })
    #expect(line.ear.digits(2) == "5")
  }

  @Test("Digits faster than a person dials are dropped and counted: 32 at once, then 20 a second")
  func flood() throws {
    let trial = try Trial()
    var timestamp: UInt32 = 0
    // 2,000 digits a second.
    trial.run(milliseconds: 1_000) { trial in
      (0..<40).map { _ in
        timestamp += 1_000
        return RTPPacket(type: 101, sequence: trial.next().sequence, timestamp: timestamp, payload: [1, 0x8a, 3, 0x20]).bytes
      }
    }
    let told = trial.ear.digits(7).count
    #expect((50...54).contains(told))
    #expect(trial.end.statistics.digits_dropped == UInt64(2_000 - told))
    trial.run(milliseconds: 2_000)
    timestamp += 1_000
    trial.rtp.send(
      RTPPacket(type: 101, sequence: trial.next().sequence, timestamp: timestamp, payload: [2, 0x8a, 3, 0x20]).bytes, to: trial.end.port)
    trial.tick()
    #expect(trial.ear.digits(7).last == "2", "who dials again as people do is heard")
  }

  @Test("Each digit arrives once though three packets in ten are lost")
  func loss() throws {
    let line = try Line()
    var dice = Dice(3)
    line.wire.fateFromA = { _, _ in Int.random(in: 0..<10, using: &dice) < 3 ? [] : [0] }
    line.run(milliseconds: 500)
    _ = crtp_send_digits(line.a.session, "1122334455667788990011")
    line.run(milliseconds: 22 * 160 + 500)
    #expect(line.ear.digits(2) == "1122334455667788990011")
  }

  @Test("Digits as DTMF tones are audible (ITU-T Q.23)", arguments: CodecTests.codecs)
  func keys(codec: crtp_codec) throws {
    let line = try Line(SoundSettings(codec))
    let rate = Int(crtp_rate(codec))
    line.run(milliseconds: 500)
    line.b.heard = []
    #expect(crtp_play_keys(line.a.session, "9x") == 0, "half a number is another")
    #expect(crtp_play_keys(line.a.session, "1#") == 2)
    line.run(milliseconds: 700)
    // Each 40 ms of received audio are one of the two keys, or silence.
    var heard: [Character] = []
    let keys: [(Character, Double, Double)] = [("1", 697, 1209), ("#", 941, 1477)]
    for start in stride(from: 0, to: line.b.heard.count - rate / 25, by: rate / 50) {
      let piece = line.b.heard[start..<start + rate / 25]
      guard Tone.level(of: piece) > -25 else { continue }
      for (key, row, column) in keys {
        let shares = [row, column].map { Tone(frequency: $0).share(of: piece, rate: rate) }
        if shares.allSatisfy({ $0 > 0.3 }), heard.last != key { heard.append(key) }
      }
    }
    #expect(String(heard) == "1#")
    #expect(line.ear.digits(2) == "", "no events besides")
  }

  @Test("The listener learns that the last event was sent after its end packets, not before (RFC 4733 section 2.5.1.4)")
  func sentEvents() throws {
    let line = try Line()
    line.run(milliseconds: 200)
    #expect(crtp_send_digits(line.a.session, "123456") == 6)
    var ends = 0
    for _ in 0..<200 where line.ear.sent(1) == 0 {
      line.run(milliseconds: 10)
      ends = line.wire.sentByA.map(\.packet).filter { $0.type == 101 && $0.payload[1] & 0x80 != 0 }.count
    }
    #expect(line.ear.sent(1) == 1)
    #expect(ends == 6 * 3)
    line.run(milliseconds: 2_000)
    #expect(line.ear.sent(1) == 1, "it is told once")
    #expect(line.ear.digits(2) == "123456")
  }

  @Test("The listener learns that the last tone was sent once all of it has gone, at any packet length", arguments: [20, 60] as [UInt8])
  func sentKeys(packet: UInt8) throws {
    let line = try Line(SoundSettings().with { $0.plain.packet_ms = packet })
    line.run(milliseconds: 200)
    #expect(crtp_play_keys(line.a.session, "12") == 2)
    line.run(milliseconds: 300)
    #expect(line.ear.sent(1) == 0, "the second key sounds from 200 ms to 300 ms, with a pause after it")
    line.run(milliseconds: 140)
    #expect(line.ear.sent(1) == 1)
    line.run(milliseconds: 1_000)
    #expect(line.ear.sent(1) == 1)
  }

  @Test("Waiting digits can be dropped, and the one under way goes to its end")
  func stopped() throws {
    let line = try Line()
    line.run(milliseconds: 200)
    #expect(crtp_send_digits(line.a.session, "123456") == 6)
    line.run(milliseconds: 200)
    crtp_stop_digits(line.a.session)
    line.run(milliseconds: 1_000)
    #expect(line.ear.digits(2) == "12")
    #expect(line.ear.sent(1) == 1)
    #expect(crtp_send_digits(line.a.session, "9") == 1)
    line.run(milliseconds: 400)
    #expect(line.ear.digits(2) == "129")
  }

  @Test("Digits wait while the far end takes no events")
  func noType() throws {
    let line = try Line()
    line.run(milliseconds: 200)
    #expect(crtp_send_digits(line.a.session, "12") == 2)
    try line.configure(SoundSettings().with { $0.plain.digits_type = 0 }, b: SoundSettings())
    let before = line.wire.sentByA.count
    line.run(milliseconds: 500)
    #expect(line.wire.sentByA[before...].allSatisfy { $0.packet.payload.count == 160 }, "no event goes out as if it were sound")
    #expect(line.ear.sent(1) == 0)
  }

  @Test("Invalid digits, too many, or digits without an agreed type are not taken")
  func refused() throws {
    let trial = try Trial()
    #expect(crtp_send_digits(trial.end.session, "12x34") == 0, "half a number is another")
    #expect(crtp_send_digits(trial.end.session, String(repeating: "7", count: 65)) == 0, "half a number is another")
    #expect(crtp_send_digits(trial.end.session, "77") == 2)
    #expect(crtp_send_digits(trial.end.session, String(repeating: "7", count: 63)) == 0)
    #expect(crtp_send_digits(trial.end.session, String(repeating: "7", count: 62)) == 62)
    try trial.end.configure(SoundSettings().with { $0.plain.digits_type = 0 }, to: trial.rtp.number)
    #expect(crtp_send_digits(trial.end.session, "1") == 0)
  }

  /// Makes a packet of an event.
  private func event(_ trial: Trial, _ code: UInt8, at timestamp: UInt32, duration: UInt16, isEnd: Bool = false) -> [UInt8] {
    defer { trial.sequence &+= 1 }
    return RTPPacket(
      type: 101, sequence: trial.sequence, timestamp: timestamp,
      payload: [code, isEnd ? 0x8a : 0x0a, UInt8(duration >> 8), UInt8(truncatingIfNeeded: duration)]
    ).bytes
  }

  @Test("A key held for twenty seconds is one digit, though its duration overflows twice (RFC 4733 section 2.5.1.3)")
  func long() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    var (start, duration) = (trial.timestamp, 0)
    trial.run(milliseconds: 20_000) { trial in
      duration += 160
      if duration > 0xffff {
        duration -= 0xffff
        start &+= 0xffff
      }
      return [event(trial, 9, at: start, duration: UInt16(duration))]
    }
    trial.run(milliseconds: 20) { trial in (0..<3).map { _ in event(trial, 9, at: start, duration: UInt16(duration), isEnd: true) } }
    #expect(trial.ear.digits(7) == "9")
    start &+= 0xffff
    trial.run(milliseconds: 20) { trial in [event(trial, 9, at: start, duration: 160)] }
    #expect(trial.ear.digits(7) == "99", "it had ended: this is another")
  }

  @Test("An event with only its last packet counts, and an overtaken one does not count again")
  func remains() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    let first = trial.timestamp, second = first &+ 1_280
    trial.run(milliseconds: 20) { trial in [event(trial, 1, at: first, duration: 800, isEnd: true)] }
    trial.run(milliseconds: 20) { trial in
      [event(trial, 2, at: second, duration: 160), event(trial, 1, at: first, duration: 800, isEnd: true)]
    }
    trial.run(milliseconds: 20) { trial in [event(trial, 2, at: second, duration: 320, isEnd: true)] }
    #expect(trial.ear.digits(7) == "12")
  }

  @Test("Flash, other tones and short packets are not digits")
  func others() throws {
    let trial = try Trial()
    trial.run(milliseconds: 200)
    trial.run(milliseconds: 100) { trial in
      [event(trial, 16, at: trial.timestamp, duration: 160), event(trial, 255, at: trial.timestamp, duration: 1)]
    }
    trial.run(milliseconds: 20) { trial in [RTPPacket(type: 101, sequence: trial.sequence, timestamp: 1, payload: [1, 2, 3]).bytes] }
    #expect(trial.ear.digits(7) == "")
  }
}
