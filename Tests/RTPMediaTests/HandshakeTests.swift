import CRTPMedia
import Testing

@Suite("SRTP by DTLS")
struct HandshakeTests {
  private func settings(_ fingerprint: String, isClient: Bool) -> SoundSettings {
    SoundSettings().handshaking(fingerprint, isClient: isClient)
  }

  private func ours() throws -> String { String(cString: try #require(crtp_fingerprint())) }

  @Test("Our fingerprint uses SHA-256 and stays the same (RFC 8122 section 5)")
  func fingerprint() throws {
    let text = try ours()
    let parts = text.split(separator: " ")
    #expect(parts.first == "sha-256" && parts.count == 2)
    let bytes = parts[1].split(separator: ":")
    #expect(bytes.count == 32 && bytes.allSatisfy { $0.count == 2 && UInt8($0, radix: 16) != nil && $0 == $0.uppercased() })
    #expect(try ours() == text)
  }

  @Test("The ports agree on keys, and protect media and reports with them (RFC 5763, RFC 5764)", arguments: [false, true])
  func keys(sharesPort: Bool) throws {
    let fingerprint = try ours()
    let line = try Line(
      settings(fingerprint, isClient: true), b: settings(fingerprint.lowercased(), isClient: false), sharesPort: sharesPort)
    let tone = Tone(frequency: 440)
    (line.a.voice, line.b.voice) = (tone, tone)
    line.run(milliseconds: 2_000)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_DONE] && line.ear.handshakes(2) == [CRTP_HANDSHAKE_DONE])
    for end in [line.a, line.b] {
      #expect(tone.share(of: end.lastHeard(milliseconds: 1_000), rate: 8_000) > 0.99)
      #expect(end.statistics.is_protected == 1 && end.statistics.reports_heard > 3)
    }
    #expect(line.wire.sentByA.allSatisfy { $0.packet.payload.count == 170 })
  }

  @Test("Without keys no media is sent or received")
  func before() throws {
    let trial = try Trial(settings(try ours(), isClient: false))
    trial.run(milliseconds: 500)
    #expect(trial.end.heard.isEmpty)
    #expect(trial.end.statistics.refused == 25 && trial.end.statistics.packets_sent == 0)
    #expect(trial.rtp.receive() == nil && trial.rtcp.receive() == nil)
  }

  @Test("A certificate other than the signalled one is reported, and gives no media (RFC 5763 section 5)")
  func stranger() throws {
    let line = try Line(
      settings(try ours(), isClient: true), b: settings(SoundSettings.otherFingerprint, isClient: false))
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 1_000)
    #expect(line.ear.handshakes(2) == [CRTP_HANDSHAKE_STRANGER])
    #expect(line.b.heard.isEmpty)
    #expect(line.b.statistics.is_protected == 0 && line.b.statistics.packets_sent == 0)
  }

  @Test("A re-INVITE with the same certificate keeps the keys")
  func kept() throws {
    let fingerprint = try ours()
    let (a, b) = (settings(fingerprint, isClient: true), settings(fingerprint, isClient: false))
    let line = try Line(a, b: b)
    let tone = Tone(frequency: 440)
    line.a.voice = tone
    line.run(milliseconds: 1_000)
    try line.configure(a.with { $0.plain.packet_ms = 40 }, b: b)
    line.run(milliseconds: 1_000)
    #expect(line.ear.handshakes(1) == [CRTP_HANDSHAKE_DONE])
    #expect(tone.share(of: line.b.lastHeard(milliseconds: 500), rate: 8_000) > 0.99)
  }

  @Test(
    "Invalid and weak fingerprints are refused",
    arguments: [
      "", "sha-256", "sha-256 ", "sha-1 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33", "sha-256 AB:CD",
      "sha-256 " + String(repeating: "AB:", count: 32), "sha-256 " + Array(repeating: "AG", count: 32).joined(separator: ":"),
    ])
  func refused(text: String) throws {
    let trial = try Trial()
    #expect(!settings(text, isClient: true).apply(to: trial.end.session))
  }
}
