import CallMixing
import Foundation
import Glibc
import Testing

@testable import CallAudio

@Suite("A recording without disk space", .timeLimit(.minutes(2)))
struct FullDiskTests {
  /// In a child process with a file size limit of 64 KiB.
  @Test("fails with the remedy, and its file keeps the audio so far")
  func full() async throws {
    let folder = try TestFolder()
    let path = folder.file("call.wav")
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let recorder = CallRecorder()
      let events = RecordingEvents()
      let tap = try TestTap()
      let recording = try recorder.record(tap.tap, to: path, events: events.post)
      while !recording.progress.state.isOver { if tap.put(1) == 0 { recording.resume() } }
      let last = try #require(await events.next())
      guard case .failed(let error) = last.state else { throw RecordingError(.failed, path, "It should have failed.") }
      try #require(error.code == .diskFull && error.path == path)
      // The recorder no longer touches the tap, which could be released.
      while tap.put(1) == 1 {}
      recorder.close()
      try #require(tap.tap.ring.queued == RecordingTap.slots)
    }
    let samples = try WaveFile(path).samples
    #expect(samples.count > 20_000)
    #expect(samples == TestTap.pairs(0..<samples.count / 2))
  }

  @Test("cannot start on a full disk")
  func none() throws {
    #expect(RecordingError(.system(ENOSPC), "x").code == .diskFull)
    #expect(
      RecordingError(.system(EDQUOT), "x").description == "diskFull \"x\": Disk quota exceeded. Free space, and record to another file.")
    #expect(RecordingError(.tooLong, "x").code == .tooLong)
  }
}
