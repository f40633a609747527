import CallAudio
import Foundation
import Testing

@Suite("Ringtones")
struct RingtoneTests {
  @Test("the bell has the country's cadence", arguments: ["US", "GB", "DE", "FR", "JP"])
  func bell(country: String) throws {
    let plan = try #require(TonePlan(country: country))
    let samples = try Ringtone.bell(plan).samples(.wideband)
    let stretches = SoundMeter(samples, rate: .wideband).stretches()
    let rhythm = plan[.ringback].segments
    #expect(stretches.map(\.sounds) == rhythm.map { !$0.isSilence })
    for (heard, wanted) in zip(stretches, rhythm) {
      #expect(abs(heard.length / .milliseconds(1) - Double(wanted.milliseconds ?? 0)) <= 10, "\(heard)")
    }
    let ring = SoundMeter(samples[..<6_000], rate: .wideband).middle()
    #expect(abs(ring.dBm0 + 9) < 0.5)
  }

  @Test("a file of any rate and channel count is played at the requested rate", arguments: [8_000, 11_025, 44_100, 48_000], [1, 2])
  func file(hertz: Int, channels: Int) throws {
    let path = try wave(hertz: hertz, channels: channels) { n in 8_000 * sin(2 * .pi * 440 * Double(n) / Double(hertz)) }
    defer { try? FileManager.default.removeItem(atPath: path) }
    for rate in AudioRate.allCases {
      let loop = try Ringtone.file(path: path).loop(rate)
      #expect(loop.isRepeating && loop.rate == rate)
      #expect(abs(loop.count - rate.hertz / 2) <= rate.hertz / 200, "\(loop.count)")
      let meter = SoundMeter(try Ringtone.file(path: path).samples(rate), rate: rate).middle()
      #expect(abs(meter.frequency() - 440) < 0.2)
      // 8,000 is 12.25 dB below full scale, and a sine another 3 dB.
      #expect(abs(meter.dBFS + 15.26) < 0.15)
    }
  }

  @Test("a missing, unreadable or empty file is refused with a sentence")
  func refused() throws {
    let empty = try wave(hertz: 8_000, channels: 1, seconds: 0) { _ in 0 }
    let text = NSTemporaryDirectory() + "ring-\(UUID().uuidString).txt"
    try Data("not a sound".utf8).write(to: URL(filePath: text))
    defer { for path in [empty, text] { try? FileManager.default.removeItem(atPath: path) } }
    for path in ["/nowhere/ring.wav", empty, text] {
      do {
        _ = try Ringtone.file(path: path).samples(.narrowband)
        Issue.record("\(path) rang")
      } catch {
        #expect(error.path == path)
        #expect("\(error)".hasSuffix("."))
      }
    }
  }

  @Test("a caller's ringtone precedes the provider's, and that the default; a withheld number has none of its own")
  func book() {
    let book = RingtoneBook(
      usual: .file(path: "usual"), byProvider: ["sip": .file(path: "sip")], byCaller: ["+12125550100": .file(path: "mother")])
    #expect(book.ringtone(provider: "sip", caller: "+12125550100") == .file(path: "mother"))
    #expect(book.ringtone(provider: "sip", caller: "+12125550101") == .file(path: "sip"))
    #expect(book.ringtone(provider: "sip", caller: nil) == .file(path: "sip"))
    #expect(book.ringtone(provider: "pstn", caller: nil) == .file(path: "usual"))
    #expect(RingtoneBook().ringtone(provider: "pstn", caller: nil) == .bell(.international))
  }

  /// Writes a WAV file of 16-bit samples: a header of 44 bytes, and the samples.
  private func wave(hertz: Int, channels: Int, seconds: Double = 0.5, _ value: (Int) -> Double) throws -> String {
    let frames = Int(Double(hertz) * seconds)
    var file = Data()
    func put(_ text: String) { file += Data(text.utf8) }
    func put(_ number: Int, _ bytes: Int) { for byte in 0..<bytes { file.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) } }
    let bytes = frames * channels * 2
    put("RIFF")
    put(36 + bytes, 4)
    put("WAVEfmt ")
    for (number, width) in [(16, 4), (1, 2), (channels, 2), (hertz, 4), (hertz * channels * 2, 4), (channels * 2, 2), (16, 2)] {
      put(number, width)
    }
    put("data")
    put(bytes, 4)
    for frame in 0..<frames { for _ in 0..<channels { put(Int(value(frame).rounded()), 2) } }
    let path = NSTemporaryDirectory() + "ring-\(UUID().uuidString).wav"
    try file.write(to: URL(filePath: path))
    return path
  }
}
