import CRTPMedia
import Glibc
import Testing

@Suite("Comfort noise")
struct NoiseTests {
  @Test("Comfort noise is played at the level it gives (RFC 3389 section 3)", arguments: [10, 30, 40, 50, 60, 70, 80, 90, 127])
  func heard(level: UInt8) throws {
    let trial = try Trial()
    trial.run(milliseconds: 500)
    let noise = RTPPacket(type: 13, sequence: trial.sequence, timestamp: trial.timestamp, payload: [level, 3, 7])
    trial.sequence &+= 1
    trial.timestamp &+= 160 * 50
    trial.run(milliseconds: 20) { _ in [noise.bytes] }
    trial.run(milliseconds: 980) { _ in [] }
    let heard = trial.end.lastHeard(milliseconds: 800)
    #expect(heard.count == 6_400)
    let wanted = level == 127 ? -120 : -Double(level)
    #expect(abs(max(Tone.level(of: heard), -120) - wanted) < 1, "\(Tone.level(of: heard)) dB")
    #expect(Tone(frequency: 500).share(of: heard, rate: 8_000) < 0.05)
    if level < 90 { expectWhite(heard) }
    #expect(trial.end.statistics.concealed == 0, "silence is no loss")
    // The audio after it is played at once.
    trial.run(milliseconds: 200)
    #expect(Tone.level(of: trial.end.lastHeard(milliseconds: 100)) > -12)
  }

  /// Expects equal power in each eighth of the spectrum: a receiver may ignore the spectrum in a packet (RFC 3389 section 3.2).
  private func expectWhite(_ heard: some Collection<Int16>) {
    let samples = Array(heard)
    let blocks = stride(from: 0, to: samples.count - 159, by: 160).map { samples[$0..<($0 + 160)] }
    let bands = (0..<8).map { band in
      let places = (1...8).map { Tone(frequency: Double(band * 500 + $0 * 50)) }
      return blocks.reduce(0.0) { sum, block in
        sum + places.reduce(0.0) { $0 + $1.share(of: block, rate: 8_000) } * pow(10, Tone.level(of: block) / 10)
      }
    }
    let mean = bands.reduce(0, +) / 8
    for (band, power) in bands.enumerated() { #expect(abs(10 * log10(power / mean)) < 2, "band \(band) of \(bands)") }
  }

  @Test("Comfort noise gives the level of the background (RFC 3389 section 3.1)", arguments: [60, 65, 75, 85])
  func told(level: UInt8) throws {
    let line = try Line(SoundSettings().with { $0.plain.noise_type = 13 })
    line.a.voice = Tone(frequency: 440, level: -Double(level))
    line.run(milliseconds: 1_000)
    let noise = line.wire.sentByA.map(\.packet).filter { $0.type == 13 }
    #expect(!noise.isEmpty && noise.allSatisfy { $0.payload.count == 1 && abs(Int($0.payload[0]) - Int(level)) <= 1 }, "\(noise)")
    #expect(abs(Tone.level(of: line.b.lastHeard(milliseconds: 500)) + Double(level)) < 1.5)
  }

  @Test("Comfort noise is sent in silence where it was agreed, once and then at intervals, and the audio after it is marked")
  func sent() throws {
    let line = try Line(SoundSettings().with { $0.plain.noise_type = 13 })
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    line.a.voice = nil
    line.run(milliseconds: 1_400)
    line.a.voice = Tone(frequency: 440)
    line.run(milliseconds: 500)
    let noise = line.wire.sentByA.map(\.packet).filter { $0.type == 13 }
    #expect(noise.map(\.payload) == [[127], [127], [127]])
    let sound = line.wire.sentByA.map(\.packet).filter { $0.type == 0 }
    #expect((55...61).contains(sound.count), "\(sound.count)")
    #expect(sound.filter(\.isMarked).count == 2)
    #expect(line.b.statistics.lost == 0 && line.b.statistics.concealed == 0)
    #expect(abs(Tone.level(of: line.b.lastHeard(milliseconds: 300)) + 13) < 1)
  }

  @Test("Comfort noise is not sent unless agreed: silence is audio then")
  func notSent() throws {
    let trial = try Trial()
    trial.run(milliseconds: 1_000)
    let sent = trial.rtp.receiveAll().compactMap { RTPPacket($0) }
    #expect(sent.count == 50 && sent.allSatisfy { $0.type == 0 })
  }
}
