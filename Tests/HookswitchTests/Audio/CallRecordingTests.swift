import Foundation
import Hookswitch
import Testing

@Suite("Recording calls", .timeLimit(.minutes(5)))
struct CallRecordingTests {
  /// A folder that is removed with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("hookswitch-\(UUID())")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
    func file(_ name: String) -> String { url.appendingPathComponent(name).path }
  }

  /// Returns the two channels of a WAV file of 16-bit samples.
  private static func channels(_ path: String) throws -> (left: [Int16], right: [Int16]) {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let data = try #require(bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("data".utf8) })
    let samples = stride(from: data + 8, to: bytes.count - 3, by: 4)
    func sample(_ place: Int) -> Int16 { Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8) }
    return (samples.map { sample($0) }, samples.map { sample($0 + 2) })
  }

  private static func finish(_ recording: CallRecording) async {
    while !recording.progress.state.isOver { await Task.yield() }
  }

  @Test("The left channel is what the far end hears, the right one is its voice; the recording ends with the call")
  func oneCall() async throws {
    let folder = try Folder()
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    let recording = try world.host.record(call, to: folder.file("call.wav"))
    await world.host.settle()
    world.pass(40, speaking: 440)
    try await world.controller.end(call).performed()
    await world.host.settle()
    await Self.finish(recording)
    #expect(recording.progress.state == .stopped)
    let (left, right) = try Self.channels(folder.file("call.wav"))
    #expect(left.count >= 38 * AudioRate.wideband.samplesPerFrame)
    #expect(Sound.has(440, in: left, .wideband))
    #expect(Sound.level(1_000, in: left, .wideband) < -60)
    #expect(Sound.has(1_000, in: right, .wideband))
    #expect(Sound.level(440, in: right, .wideband) < -60)
  }

  @Test("For a group the left channel is the microphone, the right one the sum of the calls; it goes on with the calls that remain")
  func group() async throws {
    let folder = try Folder()
    let world = try SoundWorld(p: [.narrowband], q: [.narrowband])
    let first = try await world.activeCall("p", .says(hertz: 1_000))
    let second = try await world.activeCall("q", .says(hertz: 700))
    try await world.controller.merge([first, second]).performed()
    await world.host.settle()
    let recording = try world.host.record(first, asGroup: true, to: folder.file("group.wav"))
    await world.host.settle()
    world.pass(40, speaking: 440)
    world.providers["p"]?.reportCall(with: first, reason: .remoteEnded)
    await world.host.settle()
    #expect(!recording.progress.state.isOver)
    recording.stop()
    await Self.finish(recording)
    let (left, right) = try Self.channels(folder.file("group.wav"))
    #expect(Sound.has(440, in: left, .narrowband))
    #expect(Sound.has(1_000, in: right, .narrowband))
    #expect(Sound.has(700, in: right, .narrowband))
  }

  @Test("Of many simultaneous requests to record a call, one makes a recording")
  func simultaneous() async throws {
    let folder = try Folder()
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    for round in 0..<20 {
      let paths = (0..<8).map { folder.file("\(round)-\($0).wav") }
      let recordings = await withTaskGroup(of: CallRecording?.self) { group in
        for path in paths { group.addTask { [host = world.host] in try? host.record(call, to: path) } }
        return await group.reduce(into: [CallRecording]()) { made, next in if let next { made.append(next) } }
      }
      #expect(recordings.count == 1)
      for recording in recordings {
        recording.stop()
        await Self.finish(recording)
      }
    }
  }

  @Test("A recording that cannot be made gives the reason, and the call goes on")
  func refusals() async throws {
    let folder = try Folder()
    let world = try SoundWorld()
    let ringing = try await world.ringingCall("q")
    #expect(throws: HostError.self) { try world.host.record(ringing, to: folder.file("a.wav")) }
    try await world.controller.end(ringing).performed()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    #expect(throws: RecordingError.self) { try world.host.record(call, to: folder.file("no/such/folder.wav")) }
    let recording = try world.host.record(call, to: folder.file("b.wav"))
    await world.host.settle()
    #expect(throws: HostError.self) { try world.host.record(call, to: folder.file("c.wav")) }
    recording.stop()
    await Self.finish(recording)
    #expect(throws: RecordingError.self) { try world.host.record(call, to: folder.file("b.wav")) }
    #expect(Sound.has(1_000, in: world.pass(), .fullband))
    let host = CallHost(clock: VirtualClock())
    #expect(throws: HostError.self) { try host.record(call, to: folder.file("d.wav")) }
  }
}
