import CallMixing
import Foundation
import Glibc
import Testing

@testable import CallAudio

@Suite("A recording of a killed process", .timeLimit(.minutes(5)))
struct KilledRecordingTests {
  @Test("is a complete WAV file after a kill at any moment: 40 random ones")
  func killed() async throws {
    var longest = 0
    for _ in 0..<40 {
      longest = max(longest, try await framesLeft(afterMicroseconds: Int.random(in: 0..<200_000)))
    }
    // Not all processes died before their recordings started.
    #expect(longest > 100_000)
  }

  /// Records in a child process that the kernel kills after the delay, and returns the number of frames in the file.
  private func framesLeft(afterMicroseconds delay: Int) async throws -> Int {
    let folder = try TestFolder()
    let path = folder.file("call.wav")
    let progress = folder.file("progress")
    #expect(FileManager.default.createFile(atPath: progress, contents: Data(count: 8)))
    await #expect(processExitsWith: .signal(SIGKILL)) { [delay = delay as Int, path = path as String, progress = progress as String] in
      try KilledRecordingTests.recordUntilKilled(path, progress: progress, afterMicroseconds: delay)
    }
    let written = try Data(contentsOf: URL(filePath: progress)).withUnsafeBytes { Int($0.loadUnaligned(as: UInt64.self)) }
    guard FileManager.default.fileExists(atPath: path) else {
      #expect(written == 0)
      return 0
    }
    let file = try WaveFile(path)
    let frames = file.samples.count / 2
    #expect(file.rate == 16_000 && file.channels == 2)
    #expect(frames >= written, "killed after \(delay) µs")
    #expect(file.samples == TestTap.pairs(0..<frames), "killed after \(delay) µs")
    return frames
  }

  /// Records as fast as the writer writes, and stores the number of frames that it reports in `progress`.
  static func recordUntilKilled(_ path: String, progress: String, afterMicroseconds delay: Int) throws {
    let descriptor = open(progress, O_RDWR)
    let shared = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    let written = try #require(shared).assumingMemoryBound(to: UInt64.self)
    try killMyself(afterMicroseconds: delay + 1)
    let recorder = CallRecorder()
    let tap = try TestTap(.wideband)
    let recording = try recorder.record(tap.tap, to: path)
    while true {
      // Wakes the writer, which otherwise runs ten times a second.
      if tap.put(1) == 0 { recording.resume() }
      written.pointee = recording.progress.frames
    }
  }

  private static func killMyself(afterMicroseconds delay: Int) throws {
    var event = sigevent()
    event.sigev_notify = CInt(SIGEV_SIGNAL)
    event.sigev_signo = SIGKILL
    var timer: UnsafeMutableRawPointer?
    try #require(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
    var time = itimerspec()
    time.it_value = timespec(tv_sec: 0, tv_nsec: delay * 1_000)
    try #require(timer_settime(timer, 0, &time, nil) == 0)
  }
}
