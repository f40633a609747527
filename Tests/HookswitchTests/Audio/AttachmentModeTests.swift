import Foundation
import Hookswitch
import Testing

@Suite("The modes of attachments", .timeLimit(.minutes(5)))
struct AttachmentModeTests {
  /// Takes one channel of interleaved samples.
  private static func channel(_ channel: Int, of samples: [Int16]) -> [Int16] {
    stride(from: channel, to: samples.count, by: 2).map { samples[$0] }
  }

  /// A folder that is removed with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("hookswitch-\(UUID())")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a WAV file of one channel.
    func wave(_ name: String, _ samples: [Int16], rate: Int) throws -> String {
      func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xff) } }
      let data = samples.flatMap { bytes(Int(UInt16(bitPattern: $0)), 2) }
      let format = bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate * 2, 4) + bytes(2, 2) + bytes(16, 2)
      let file =
        Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + bytes(data.count, 4)
      let path = url.appendingPathComponent(name).path
      try Data(file + data).write(to: URL(fileURLWithPath: path))
      return path
    }
  }

  @Test("A listener has two channels, sent and heard, beside other listeners and a recording, and cannot speak") func listen() async throws
  {
    let folder = try Folder()
    let program = try await AttachedWorld(.listen(), farEnd: .says(hertz: 1_000))
    #expect(program.takeKinds() == [.started])
    let other = try program.world.host.attachAudio(to: program.call, .listen(rate: 8_000))
    let recording = try program.world.host.record(program.call, to: folder.url.appendingPathComponent("call.wav").path)
    await program.world.host.settle()
    program.world.pass(40, speaking: 700)
    for (audio, rate) in [(program.audio, AudioRate.wideband), (other, .narrowband)] {
      let heard = try audio.read(64_000)
      #expect(abs(heard.count - 40 * rate.samplesPerFrame * 2) < 64)
      let (sent, said) = (Self.channel(0, of: heard), Self.channel(1, of: heard))
      #expect(Sound.has(700, in: sent, rate))
      #expect(Sound.level(1_000, in: sent, rate) < -50)
      #expect(Sound.has(1_000, in: said, rate))
      #expect(Sound.level(700, in: said, rate) < -50)
    }
    #expect(throws: AttachmentError.self) { try program.audio.write([1]) }
    #expect(throws: AttachmentError.self) { try program.audio.mark("a") }
    #expect(throws: AttachmentError.self) { try program.audio.play("/dev/null") }
    #expect(program.audio.flush() == 0)
    other.close()
    await program.world.host.settle()
    program.world.pass(5)
    #expect(try program.audio.read(64_000).count == 5 * 640)
    recording.stop()
    while !recording.progress.state.isOver { await Task.yield() }
    #expect(recording.progress.state == .stopped)
    program.audio.close()
    await program.world.host.settle()
    #expect(Sound.has(1_000, in: program.world.pass(), .fullband))
  }

  @Test("A listener hears nothing of a held call, and goes on when it is back") func listenHeld() async throws {
    let program = try await AttachedWorld(.listen(), farEnd: .says(hertz: 1_000))
    try await program.world.controller.hold(program.call).performed()
    await program.world.host.settle()
    program.pass(10)
    #expect(try program.audio.read(64_000).isEmpty)
    try await program.world.controller.resume(program.call).performed()
    await program.world.host.settle()
    program.pass(10)
    #expect(try program.audio.read(64_000).count == 10 * 640)
    #expect(program.takeKinds() == [.started, .held, .resumed])
  }

  @Test(
    "Every rate is heard at its pitch in both directions, and the position counts the program's samples", arguments: AttachmentOptions.rates
  )
  func rates(rate: Int) async throws {
    for call in [AudioRate.narrowband, .wideband] {
      let program = try await AttachedWorld(.talk(rate: rate), farEnd: .says(hertz: 1_000), rates: [call])
      try program.audio.write((0..<rate).map { Int16(10_362 * sin(2 * .pi * 440 * Double($0) / Double(rate))) })
      program.pass(45)
      #expect(program.audio.status.position == Int64(44 * rate / 50))
      #expect(Sound.has(440, in: program.takeFarEnd(), call))
      let heard = try program.audio.read(rate)
      #expect(abs(heard.count - 45 * rate / 50) < rate / 500)
      // The analysis knows the engine's rates only: 1,000 Hz at 24 kHz has the period of 2,000 Hz at 48 kHz.
      if let known = AudioRate(rawValue: UInt32(rate)) {
        #expect(Sound.has(1_000, in: heard, known))
      } else {
        #expect(Sound.has(2_000, in: heard, .fullband))
      }
      #expect(program.audio.status.underruns == 0)
    }
  }

  @Test("A file is played whole, with a mark of its path behind it, or refused whole") func play() async throws {
    let folder = try Folder()
    let program = try await AttachedWorld(.talk(queue: .seconds(2)))
    let samples = (0..<8_000).map { Int16(10_362 * sin(2 * .pi * 440 * Double($0) / 8_000)) }
    let short = try folder.wave("short.wav", samples, rate: 8_000)
    let long = try folder.wave("long.wav", samples + samples + samples, rate: 8_000)
    func code(_ path: String) -> AttachmentError.Code? {
      do {
        try program.audio.play(path)
        return nil
      } catch { return error.code }
    }
    #expect(code(folder.url.path + "/none.wav") == .file)
    #expect(code(long) == .limit)
    #expect(code(String(repeating: "n", count: 257)) == .limit)
    #expect(program.audio.status.queued == 0)
    #expect(code(short) == nil)
    #expect(program.audio.status.queued == 16_000)
    program.pass(40)
    #expect(Sound.has(440, in: program.takeFarEnd(), .wideband))
    program.pass(12)
    #expect(
      program.takeEvents() == [
        .init(.started, position: 0), .init(.mark(short, isFlushed: false), position: 16_000), .init(.drained, position: 16_000),
      ])
  }

  @Test("A program is the far end of an own provider's call: it reads what is sent, and what it writes is heard") func network()
    async throws
  {
    let world = try SoundWorld()
    let provider = try world.host.register("own", delegate: SilentDelegate())
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "own")
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    await world.host.settle()
    #expect(throws: AttachmentError.self) { try world.host.attachAudio(to: call, .talk()) }
    let log = EventLog()
    let audio = try log.attach(to: call, of: world.host, .network())
    await world.host.settle()
    #expect(log.take().map(\.kind) == [.started])
    #expect(throws: AttachmentError.self) { try world.host.attachAudio(to: call, .network()) }
    try audio.write(Sound.tone(440, .wideband, count: 32_000))
    #expect(Sound.has(440, in: world.pass(40, speaking: 700), .fullband))
    #expect(audio.status.position == 39 * 320)
    #expect(Sound.has(700, in: try audio.read(16_000), .wideband))
    // Other programs take part in such a call as in any other.
    let agent = try world.host.attachAudio(to: call, .talk())
    await world.host.settle()
    world.pass(40)
    #expect(Sound.has(440, in: try agent.read(16_000), .wideband))
    audio.flush()
    world.pass(2)
    #expect(world.pass(5).allSatisfy { $0 == 0 })
    // A program that goes leaves a silent call, and another can take its place.
    audio.close()
    await world.host.settle()
    #expect(log.take().map(\.kind) == [.stopped(.closed)])
    #expect(world.host.call(call)?.state == .active)
    let next = try log.attach(to: call, of: world.host, .network(rate: 24_000))
    await world.host.settle()
    #expect(log.take().map(\.kind) == [.started])
    try next.write((0..<24_000).map { Int16(10_362 * sin(2 * .pi * 440 * Double($0) / 24_000)) })
    #expect(Sound.has(440, in: world.pass(40), .fullband))
    provider.reportCall(with: call, reason: .remoteEnded)
    await world.host.settle()
    #expect(log.take().map(\.kind) == [.stopped(.callEnded)])
    #expect(agent.status.state == .stopped(.callEnded))
    #expect(world.host.audioCounters?.legs == 0)
  }

  @Test("A provider that carries its calls' audio itself has no room for a network program") func carried() async throws {
    let world = try SoundWorld()
    let call = try await world.activeCall("p")
    #expect(throws: AttachmentError.self) { try world.host.attachAudio(to: call, .network()) }
  }

  @Test("With the audio thread, the thread of the programs moves the frames, and ends with the host") func thread() async throws {
    var settings = HostSettings()
    settings.audio = AudioSettings(clock: .thread) { _ in nil }
    let host = CallHost(settings: settings)
    let provider = try host.register("p", delegate: SoundDelegate())
    let call = try await CallController(host: host).start(Handle(type: .phoneNumber, value: "1"), through: "p")
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    let speaker = try host.attachAudio(to: call), listener = try host.attachAudio(to: call)
    async let events = speaker.events.reduce(into: [AttachmentEvent.Kind]()) { $0.append($1.kind) }
    // The audio thread plays in real time: the tone is far longer than a busy machine needs to hear its beginning.
    let tone = Sound.tone(440, .wideband, count: 320_000)
    try speaker.write(tone)
    var heard: [Int16] = []
    for await chunk in listener.heard {
      heard += chunk
      if Sound.hasFrames(440, in: Array(heard.suffix(3_200)), .wideband) { break }
    }
    #expect(Sound.hasFrames(440, in: Array(heard.suffix(3_200)), .wideband))
    let position = speaker.flush()
    #expect(position > 0 && position < tone.count)
    await host.shutdown()
    #expect(await events == [.started, .stopped(.callEnded)])
    #expect(throws: AttachmentError.self) { try host.attachAudio(to: call) }
  }
}

/// A provider without audio of its own, which obeys at once.
private final class SilentDelegate: ProviderDelegate {
  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, perform action: StartCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
}
