import CTones
import Foundation
import Testing
import TransportABI

/// Audio both ways, and DTMF digits in it.
@Suite(.mockPSTN) struct ExchangeSoundTests {
  private static let all = "0123456789*#ABCD"

  private func sine(_ hertz: Double, milliseconds: Int) -> [Int16] {
    (0..<milliseconds * 8).map { Int16(8_000 * sin(2 * .pi * hertz * Double($0) / 8_000)) }
  }

  private func digits(_ rig: Rig, _ call: hsw_call) throws -> String {
    let seen = try #require(rig.observe(call))
    return String(try #require(seen.firstMatch(of: /"digits":"([^"]*)"/)).1)
  }

  private func talking(_ number: String = "5550199", _ members: String = "") throws -> (Rig, LineAudio) {
    let rig = try Rig.exchange(members)
    let line = try LineAudio(rig, rig.dial(number))
    if number == "5550199" { rig.order(line.call, HSW_ORDER_ANSWER) }
    _ = rig.host.heard()
    return (rig, line)
  }

  /// The limits of Q.24: 40 ms, the weaker tone at -20 dBm0, 15 dB above the noise, the high tone 4 dB above the low one or 8 below.
  @Test(arguments: [Float(0), 4, -8], [nil, 15.0])
  func everyDigitThatIsSaidIsHeard(twist: Float, signalToNoise: Double?) throws {
    let (rig, line) = try talking()
    line.say(LineAudio.digits(Self.all, low: -20 + max(0, -twist), twist: twist, on: 40, off: 40, signalToNoise: signalToNoise))
    line.listen(milliseconds: 100)
    #expect(try digits(rig, line.call) == Self.all)
  }

  @Test func theDigitsThatTheTransportSendsAreHeardByTheFarEndFromTheSound() throws {
    let (rig, line) = try talking()
    rig.play(line.call, Self.all)
    #expect(rig.host.heard().isEmpty)
    line.listen(milliseconds: 16 * 200 + 100)
    #expect(rig.host.heard().map { $0.split(separator: " ").suffix(2).joined(separator: " ") } == ["done 2"])
    #expect(try digits(rig, line.call) == Self.all)
  }

  @Test func theDigitsOfTheFarEndAreHeardFromTheSoundAndAreInIt() throws {
    let (rig, line) = try talking()
    rig.order(line.call, HSW_ORDER_DTMF, Self.all)
    let heard = line.listen(milliseconds: 16 * 200 + 200)
    let words = rig.host.heard()
    #expect(words.map { $0.suffix(1) }.joined() == Self.all)
    #expect(dBm0(heard[160..<640], at: 941) > -14 && dBm0(heard[160..<640], at: 1336) > -14)
  }

  @Test func aMenuListensToTheSound() throws {
    let (rig, line) = try talking("5550124")
    line.say(LineAudio.digits("2"))
    let heard = line.say(sine(1_000, milliseconds: 400))
    #expect(dBm0(heard.suffix(1_600), at: 1_000) > -12)
    line.say(LineAudio.digits("9"))
    line.listen(milliseconds: 60)
    #expect(rig.host.heard().contains { $0.hasSuffix("a ended remote") })
  }

  @Test func whatIsSentIntoAnEchoComesBackAtOnce() throws {
    let (_, line) = try talking("5550120")
    let said = sine(440, milliseconds: 200)
    #expect(line.say(said) == said)
  }

  @Test func nothingPassesWhileEitherEndHolds() throws {
    let (rig, line) = try talking()
    rig.order(line.call, HSW_ORDER_ECHO)
    let holds: [(UInt32) -> hsw_status] = [
      { rig.hold(line.call, $0) }, { rig.order(line.call, $0 == 1 ? HSW_ORDER_HOLD : HSW_ORDER_RESUME) },
    ]
    for hold in holds {
      _ = hold(1)
      #expect(line.say(sine(440, milliseconds: 100)).allSatisfy { $0 == 0 })
      _ = hold(0)
      #expect(dBm0(line.say(sine(440, milliseconds: 100))) > -20)
    }
  }

  /// Each of three parties hears the two others at full level, and not itself.
  @Test func allInARoomHearEachOther() throws {
    let rig = try Rig.exchange()
    let lines = try (0..<3).map { _ in try LineAudio(rig, rig.dial("5550125")) }
    let tones = [500.0, 700, 1_100].map { sine($0, milliseconds: 400) }
    var heard: [[Int16]] = [[], [], []]
    for start in stride(from: 0, to: tones[0].count, by: LineAudio.frame) {
      for (line, tone) in zip(lines, tones) { line.put(tone[start..<start + LineAudio.frame]) }
      lines[0].tick()
      for index in 0..<3 { heard[index] += lines[index].take() }
    }
    for (index, sound) in heard.enumerated() {
      for (other, hertz) in [500.0, 700, 1_100].enumerated() {
        let level = dBm0(sound.suffix(2_400), at: hertz)
        #expect(other == index ? level < -60 : abs(level + 9) < 1, "\(index) hears \(hertz) Hz at \(level)")
      }
    }
  }

  @Test func whatAFarEndHearsIsRecordedIntoAFileThatIsNeverWrittenOver() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let said = sine(440, milliseconds: 1_500)
    for _ in 0..<2 {
      let (rig, line) = try talking("5550126", #""recordings": "\#(folder.path)""#)
      line.say(said)
      line.listen(milliseconds: 40)
      rig.end(line.call)
      line.detach()
    }
    for name in ["mock-pstn-26.wav", "mock-pstn-26-2.wav"] {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let length = bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(bytes.count == 44 + length)
      let samples = stride(from: 44, to: bytes.count, by: 2).map { Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) }
      #expect(Array(samples.prefix(said.count)) == said)
    }
  }

  /// In a child process whose files have at most 10,044 bytes: 5,000 samples.
  @Test func aRecordingThatCannotGrowSaysSoAndKeepsWhatItHas() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_044, rlim_max: 10_044)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let rig = try Rig(.mockPSTN, #"{"tone-s": 0, "recordings": "\#(path)"}"#, host: TestHost(logs: true))
      let line = try LineAudio(rig, rig.dial("5550126"))
      line.say([Int16](repeating: 1_000, count: 12_000))
      rig.end(line.call)
      line.detach()
      try #require(rig.host.log.count { $0.contains("mock-pstn-26.wav: the recording ends after 0 s: ") } == 1)
    }
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "mock-pstn-26.wav")))
    #expect(bytes.count == 10_044)
    #expect(bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) } == 10_000)
  }

  /// A file at another rate is played at the telephone's rate.
  @Test(arguments: [8_000, 16_000, 48_000])
  func aWAVFileIsPlayed(rate: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "tone-\(UUID()).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    var bytes = [UInt8]("RIFF....WAVEfmt ".utf8)
    func put(_ number: Int, _ length: Int) { for shift in 0..<length { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) } }
    for (number, length) in [(16, 4), (1, 2), (2, 2), (rate, 4), (rate * 4, 4), (4, 2), (16, 2)] { put(number, length) }
    bytes += "data".utf8
    put(rate * 2, 4)
    for index in 0..<rate / 2 {
      put(Int(8_000 * sin(2 * .pi * 1_000 * Double(index) / Double(rate))), 2)
      put(0, 2)
    }
    try Data(bytes).write(to: file)
    let (_, line) = try talking("5550160", #""numbers": {"555-0160": {"does": "play", "file": "\#(file.path)"}}"#)
    let heard = line.listen(milliseconds: 700)
    #expect(abs(ctones_loudest(Array(heard[400..<3_600]), 3_200, 8_000, 100, 3_900) - 1_000) < 0.5)
    #expect(abs(dBm0(heard[400..<3_600]) + 9.1) < 0.5)
    #expect(heard[4_400...].allSatisfy { $0 == 0 })
  }

  /// The audio of each number a second after its answer: a tone, noise of a level, or nothing.
  @Test(arguments: [
    ("5550182", 1_004.0, -10.0), ("5550186", 2_100, -10), ("5550187", 0, -100), ("5550183", 1_000, -10), ("5550100", 0, -100),
  ])
  func soundsLikeItsTone(number: String, hertz: Double, level: Double) throws {
    let (_, line) = try talking(number)
    line.listen(milliseconds: 1_200)
    let heard = line.listen(milliseconds: 600)
    if hertz > 0 {
      #expect(abs(dBm0(heard[..<4_000], at: hertz) - level) < 1)
    } else {
      #expect(dBm0(heard[..<4_000]) < -60)
    }
  }

  @Test(arguments: [("5550180", -50.0), ("5550181", -20)])
  func isNoiseOfItsLevel(number: String, level: Double) throws {
    let (_, line) = try talking(number)
    let heard = line.listen(milliseconds: 2_000)
    #expect(abs(dBm0(heard[1_600...]) - level) < 1)
    // The noise has no prominent tone.
    #expect(stride(from: 400.0, to: 3_400, by: 300).allSatisfy { dBm0(heard[1_600...], at: $0) < level - 12 })
  }

  @Test func speaksTheDigitsThatItHears() throws {
    let (rig, line) = try talking("5550161")
    line.say(LineAudio.digits("7"))
    let heard = line.listen(milliseconds: 800)
    #expect(dBm0(heard) > -35)
    #expect(!rig.host.heard().contains { $0.contains("digits") }, "it speaks: nothing of it is DTMF")
  }

  @Test func sendsTheDigitsThatItHearsBackAsSound() throws {
    let (rig, line) = try talking("5550162")
    line.say(LineAudio.digits("42#"))
    line.listen(milliseconds: 800)
    #expect(rig.host.heard().map { $0.suffix(1) }.joined() == "42")
  }

  /// Neither detector takes ten spoken digits for DTMF.
  @Test func speechIsTakenForNoDigits() throws {
    let (rig, line) = try talking("5550121")
    let speech = line.listen(milliseconds: 7_000)
    #expect(dBm0(speech) > -35)
    line.say(speech)
    #expect(!rig.host.heard().contains { $0.contains("digits") })
    #expect(try rig.counter("digits-heard") == 0)
  }

  @Test func theFarEndSaysWhichToneItHears() throws {
    let (rig, line) = try talking()
    for hertz in [300, 440, 1_000, 3_000] {
      line.say(sine(Double(hertz), milliseconds: 500))
      #expect(rig.observe(line.call)?.contains("\"tone\":\(hertz),") == true, "\(rig.observe(line.call) ?? "")")
    }
    line.listen(milliseconds: 500)
    #expect(rig.observe(line.call)?.contains("\"tone\":0,") == true)
  }

  @Test func digitsThatAreCutOffFail() throws {
    let (rig, line) = try talking()
    rig.play(line.call, "12345")
    line.listen(milliseconds: 100)
    line.detach()
    #expect(rig.host.heard().last?.hasSuffix("failed 2 \(HSW_E_CANCELLED)") == true)
    rig.play(line.call, "6")
    #expect(rig.host.heard().last?.hasSuffix("done 3") == true)
  }
}
