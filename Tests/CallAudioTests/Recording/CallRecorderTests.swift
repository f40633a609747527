import CallMixing
import Foundation
import Testing

@testable import CallAudio

@Suite("Recording calls", .timeLimit(.minutes(2)))
struct CallRecorderTests {
  private let folder: TestFolder
  private let recorder = CallRecorder()
  private let events = RecordingEvents()

  init() throws { folder = try TestFolder() }

  @Test("both directions become two channels, sample for sample, at the call's rate", arguments: AudioRate.allCases)
  func content(rate: AudioRate) async throws {
    let tap = try TestTap(rate)
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"), events: events.post)
    tap.put(60)
    recording.stop()
    let last = await events.next()
    #expect(last?.state == .stopped)
    #expect(last?.frames == UInt64(60 * rate.samplesPerFrame))
    #expect(last?.length == .milliseconds(1_200))
    let file = try WaveFile(folder.file("call.wav"))
    #expect(file.rate == rate.hertz && file.channels == 2)
    #expect(file.samples == TestTap.pairs(0..<60 * rate.samplesPerFrame))
  }

  @Test("M6: only the owner can read a recording; a replaced file keeps neither its mode nor its link")
  func privacy() async throws {
    let tap = try TestTap()
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"), events: events.post)
    try Data("precious".utf8).write(to: URL(filePath: folder.file("other")))
    try Data("old".utf8).write(to: URL(filePath: folder.file("old.wav")))
    chmod(folder.file("old.wav"), 0o666)
    symlink(folder.file("other"), folder.file("link.wav"))
    for name in ["old.wav", "link.wav"] { _ = try WaveWriter(folder.file(name), rate: 8_000, channels: 1, replacing: true) }
    for name in ["call.wav", "old.wav", "link.wav"] {
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0 && status.st_mode == S_IFREG | 0o600, "\(name)")
    }
    #expect(try String(contentsOfFile: folder.file("other"), encoding: .utf8) == "precious")
    recording.stop()
    #expect(await events.next()?.state == .stopped)
  }

  @Test("a file is a complete WAV file as soon as it has a name")
  func empty() async throws {
    let tap = try TestTap()
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"), events: events.post)
    let file = try WaveFile(folder.file("call.wav"))
    #expect(file.rate == 8_000 && file.channels == 2 && file.samples.isEmpty)
    recording.stop()
    #expect(await events.next()?.state == .stopped)
  }

  @Test("a gap in the frames becomes silence in the file, however long", arguments: [1, 7, 5_000])
  func hold(ticks: Int) async throws {
    let tap = try TestTap()
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"), events: events.post)
    tap.put(3)
    tap.hold(UInt64(ticks))
    tap.put(2)
    recording.stop()
    let last = await events.next()
    #expect(last?.filled == UInt64(ticks * 160))
    let samples = try WaveFile(folder.file("call.wav")).samples
    #expect(samples == TestTap.pairs(0..<480) + [Int16](repeating: 0, count: ticks * 320) + TestTap.pairs(480..<800))
  }

  @Test("a pause discards the audio, without silence in its place")
  func pause() async throws {
    let tap = try TestTap()
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"), events: events.post)
    tap.put(2)
    await eventually { recording.progress.frames == 320 }
    recording.pause()
    #expect(await events.next()?.state == .paused)
    tap.put(10)
    await eventually { tap.tap.ring.queued == 0 }
    recording.resume()
    #expect(await events.next()?.state == .recording)
    tap.put(1)
    recording.stop()
    #expect(await events.next()?.state == .stopped)
    #expect(try WaveFile(folder.file("call.wav")).samples == TestTap.pairs(0..<320) + TestTap.pairs(12 * 160..<13 * 160))
  }

  @Test("concurrent recordings keep their own content")
  func many() async throws {
    let taps = try (0..<8).map { _ in try TestTap() }
    let recordings = try taps.enumerated().map { try recorder.record($1.tap, to: folder.file("\($0).wav"), events: events.post) }
    for (count, tap) in taps.enumerated() { tap.put(count + 1) }
    for recording in recordings { recording.stop() }
    for _ in recordings { #expect(await events.next()?.state == .stopped) }
    for count in taps.indices {
      #expect(try WaveFile(folder.file("\(count).wav")).samples == TestTap.pairs(0..<(count + 1) * 160))
    }
  }

  @Test("closing the recorder completes every file, and no recording can start afterwards")
  func close() throws {
    let tap = try TestTap()
    let recording = try recorder.record(tap.tap, to: folder.file("call.wav"))
    tap.put(5)
    recorder.close()
    #expect(recording.progress.state == .stopped)
    #expect(try WaveFile(folder.file("call.wav")).samples == TestTap.pairs(0..<800))
    #expect(throws: RecordingError.self) { try recorder.record(tap.tap, to: folder.file("late.wav")) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("late.wav")))
  }

  struct Refusal: Sendable {
    var path: String
    var code: RecordingError.Code
  }

  @Test(
    "an unusable path is refused at once, with the path and the remedy",
    arguments: [
      Refusal(path: "taken.wav", code: .exists), Refusal(path: "none/call.wav", code: .noFolder),
      Refusal(path: "taken.wav/call.wav", code: .noFolder), Refusal(path: "", code: .noFolder),
    ])
  func refusals(refusal: Refusal) throws {
    let taken = Data("somebody's".utf8)
    try taken.write(to: URL(filePath: folder.file("taken.wav")))
    let path = refusal.path.isEmpty ? "" : folder.file(refusal.path)
    let tap = try TestTap()
    let error = #expect(throws: RecordingError.self) { try recorder.record(tap.tap, to: path) }
    #expect(error?.code == refusal.code)
    #expect(error?.path == path)
    #expect(try Data(contentsOf: URL(filePath: folder.file("taken.wav"))) == taken)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken.wav"])
  }

  private func eventually(_ holds: () -> Bool) async {
    while !holds() { await Task.yield() }
  }
}
