import CRTPMedia
import Testing

@Suite("ICE, lite")
struct ICETests {
  private static let password = "VOkJxbRl1RmTxUk/WvJxBt"

  private func trial(sharesPort: Bool = false) throws -> Trial {
    try Trial(settings)
  }

  private var settings: SoundSettings { SoundSettings().with { ($0.iceUser, $0.icePassword) = ("evtj", Self.password) } }

  /// The request of RFC 5769 section 2.1.
  private static let sample: [UInt8] = [
    0x00, 0x01, 0x00, 0x58, 0x21, 0x12, 0xa4, 0x42, 0xb7, 0xe7, 0xa7, 0x01, 0xbc, 0x34, 0xd6, 0x86, 0xfa, 0x87, 0xdf, 0xae,
    0x80, 0x22, 0x00, 0x10, 0x53, 0x54, 0x55, 0x4e, 0x20, 0x74, 0x65, 0x73, 0x74, 0x20, 0x63, 0x6c, 0x69, 0x65, 0x6e, 0x74,
    0x00, 0x24, 0x00, 0x04, 0x6e, 0x00, 0x01, 0xff, 0x80, 0x29, 0x00, 0x08, 0x93, 0x2f, 0xf9, 0xb1, 0x51, 0x26, 0x3b, 0x36,
    0x00, 0x06, 0x00, 0x09, 0x65, 0x76, 0x74, 0x6a, 0x3a, 0x68, 0x36, 0x76, 0x59, 0x20, 0x20, 0x20, 0x00, 0x08, 0x00, 0x14,
    0x9a, 0xea, 0xa7, 0x0c, 0xbf, 0xd8, 0xcb, 0x56, 0x78, 0x1e, 0xf2, 0xb5, 0xb2, 0xd3, 0xf2, 0x49, 0xc1, 0xb5, 0x71, 0xa2,
    0x80, 0x28, 0x00, 0x04, 0xe5, 0x7a, 0x3b, 0xcf,
  ]

  @Test("The answer to RFC 5769's request gives its source address and proves integrity")
  func vector() throws {
    let trial = try trial()
    trial.rtp.send(Self.sample, to: trial.end.port)
    trial.tick()
    let answers = trial.rtp.receiveAll().filter { $0[0] == 1 }
    let answer = try #require(answers.first.flatMap { STUNMessage($0, password: Self.password) })
    #expect(answer.type == 0x0101)
    #expect(answer.transaction == Array(Self.sample[8..<20]))
    let port = trial.rtp.number ^ 0x2112
    #expect(answer.value(0x0020) == [0, 1, UInt8(port >> 8), UInt8(port & 255), 127 ^ 0x21, 0x12, 0xa4, 1 ^ 0x42])
  }

  @Test("Media goes to the nominated address, and is accepted from no other (RFC 8445 section 7.3.1.5)")
  func chosen() throws {
    let trial = try trial()
    let way = try Port(host: 6)
    let control = try Port(host: 6)
    way.send(STUNMessage.check(user: "evtj:h6vY").bytes(password: Self.password), to: trial.end.port)
    trial.run(milliseconds: 100) { _ in [] }
    #expect(way.receiveAll().count == 1, "an answer, and no sound: it was only tried")
    way.send(STUNMessage.check(user: "evtj:h6vY", names: true).bytes(password: Self.password), to: trial.end.port)
    control.send(STUNMessage.check(user: "evtj:h6vY", names: true).bytes(password: Self.password), to: trial.end.port + 1)
    trial.tick()
    _ = trial.rtp.receiveAll()
    trial.run(milliseconds: 400) { trial in
      way.send(trial.next().bytes, to: trial.end.port)
      return [RTPPacket(type: 0, sequence: 1, timestamp: 1, ssrc: 4, payload: Trial.square).bytes]
    }
    #expect(trial.rtp.receive() == nil)
    #expect(way.receiveAll().filter { $0[0] == 0x80 }.count >= 20)
    #expect(control.receiveAll().contains { $0[1] == 200 || $0[1] == 201 })
    #expect(trial.end.statistics.packets_heard == 20 && trial.end.statistics.strangers == 20)
  }

  @Test("A check with a wrong password, a wrong user name or damage gets no answer")
  func refused() throws {
    let trial = try trial()
    let good = STUNMessage.check(user: "evtj:h6vY", names: true)
    var unknown = good
    unknown.attributes.append((0x0019, [17, 0, 0, 0]))
    let bad: [[UInt8]] = [
      good.bytes(password: "another"), STUNMessage.check(user: "evt:h6vY").bytes(password: Self.password),
      STUNMessage.check(user: "evtj").bytes(password: Self.password), STUNMessage.check(user: "evtjj:a").bytes(password: Self.password),
      unknown.bytes(password: Self.password), good.bytes(password: Self.password).dropLast(8),
      good.bytes(password: Self.password).dropLast(1),
      Array(good.bytes(password: Self.password)[..<20]), [0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42],
    ]
    let way = try Port(host: 6)
    for message in bad { way.send(message, to: trial.end.port) }
    for place in Self.sample.indices {
      var changed = Self.sample
      changed[place] ^= 1
      way.send(changed, to: trial.end.port)
      if place.isMultiple(of: 16) { trial.tick() }
    }
    trial.run(milliseconds: 100) { _ in [] }
    #expect(way.receive() == nil)
    let statistics = trial.end.statistics
    #expect(statistics.refused + statistics.malformed == UInt64(bad.count + Self.sample.count))
  }

  @Test("Without ICE a check gets no answer")
  func off() throws {
    let trial = try Trial()
    trial.rtp.send(Self.sample, to: trial.end.port)
    trial.tick()
    #expect(trial.rtp.receiveAll().allSatisfy { $0[0] == 0x80 })
    #expect(trial.end.statistics.malformed == 1)
  }

  @Test("A re-INVITE with the same user name keeps the nominated address")
  func kept() throws {
    let trial = try trial()
    let way = try Port(host: 6)
    way.send(STUNMessage.check(user: "evtj:h6vY", names: true).bytes(password: Self.password), to: trial.end.port)
    trial.tick()
    try trial.end.configure(settings.with { $0.plain.packet_ms = 40 }, to: trial.rtp.number, control: trial.rtcp.number)
    _ = (way.receiveAll(), trial.rtp.receiveAll())
    trial.run(milliseconds: 400) { _ in [] }
    #expect(way.receiveAll().count >= 9)
    #expect(trial.rtp.receive() == nil)
  }
}
