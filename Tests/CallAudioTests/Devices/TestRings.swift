import CallMixing

/// A device's two rings, as an engine provides them.
final class TestRings: Sendable {
  private let arena = RingArena()
  let capture: AudioRing
  let playback: AudioRing

  init() throws {
    capture = try arena.ring(.fullband)
    playback = try arena.ring(.fullband)
  }

  /// Performs the engine's part of a tick: plays the frame `samples`, and returns the captured frame, or nil.
  func tick(playing samples: [Int16]?) -> [Int16]? {
    if let samples { playback.put(samples, at: 0) }
    var heard = [Int16](repeating: 0, count: 960)
    return capture.take(into: &heard) == nil ? nil : heard
  }
}
