import CallMixing

/// The two rings of a device, as an engine would give them.
final class TestRings: Sendable {
  private let arena = RingArena()
  let capture: AudioRing
  let playback: AudioRing

  init() throws {
    capture = try arena.ring(.fullband)
    playback = try arena.ring(.fullband)
  }

  /// What the engine does in a tick: it plays `samples`, a frame, and gives back what the microphone heard, or nil.
  func tick(playing samples: [Int16]?) -> [Int16]? {
    if let samples { playback.put(samples, at: 0) }
    var heard = [Int16](repeating: 0, count: 960)
    return capture.take(into: &heard) == nil ? nil : heard
  }
}
