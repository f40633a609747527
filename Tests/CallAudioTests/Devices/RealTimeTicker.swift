import CallMixing
import Locking

@testable import CallAudio

/// The engine's end of one device: plays a repeated sound, one frame each 20 ms, and keeps the captured frames.
final class RealTimeTicker: Sendable {
  private struct Heard: Sendable {
    var samples: [Int16] = []
    var waiting: (count: Int, continuation: CheckedContinuation<[Int16], Never>)?
  }

  private let thread: WorkThread
  private let heard: Locked<Heard>

  init?(_ rings: TestRings, playing sound: [Int16]) {
    let heard = Locked(Heard())
    let start = ContinuousClock.now
    let ticks = Locked(0)
    let captureRing = rings.capture
    let playbackRing = rings.playback
    let thread = WorkThread("test-ticker") { [rings] in
      _ = rings
      let tick = ticks.withLock { ticks in
        defer { ticks += 1 }
        return ticks
      }
      playbackRing.put((0..<960).map { sound[(tick * 960 + $0) % sound.count] }, at: 0)
      var frame = [Int16](repeating: 0, count: 960)
      if captureRing.take(into: &frame) != nil { Self.keep(frame, heard) }
      let left = start + .milliseconds(20 * (tick + 1)) - .now
      return Int32(max(0, left / .milliseconds(1)))
    }
    guard let thread else { return nil }
    self.thread = thread
    self.heard = heard
  }

  /// Returns the samples captured from now on, for so many seconds.
  func heard(seconds: Double) async -> [Int16] {
    await withCheckedContinuation { continuation in
      heard.withLock {
        $0.samples = []
        $0.waiting = (Int(seconds * 48_000), continuation)
      }
    }
  }

  func stop() { thread.stop() }

  private static func keep(_ frame: [Int16], _ heard: Locked<Heard>) {
    let done = heard.withLock { heard in
      heard.samples += frame
      guard let waiting = heard.waiting, heard.samples.count >= waiting.count else { return nil as (() -> Void)? }
      let samples = heard.samples
      heard.waiting = nil
      return { waiting.continuation.resume(returning: samples) }
    }
    done?()
  }
}
