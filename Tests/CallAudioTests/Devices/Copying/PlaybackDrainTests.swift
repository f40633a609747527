import CallMixing
import Testing

@testable import CallAudio

@Suite("The device's side of a playback ring")
struct PlaybackDrainTests {
  @Test("returns every sample once and in order, in pieces of any size", arguments: [1, 100, 441, 960, 1_500])
  func pieces(size: Int) throws {
    let rings = try TestRings()
    var drain = PlaybackDrain(rings.playback)
    let ramp = TestSound.ramp(9_600)
    var out: [Int16] = []
    var next = 0
    while out.count + size <= ramp.count {
      while next < ramp.count, rings.playback.queued < 2 {
        rings.playback.put(Array(ramp[next..<next + 960]), at: 0)
        next += 960
      }
      var room = [Int16](repeating: -1, count: size)
      room.withUnsafeMutableBufferPointer { drain.fill($0) }
      out += room
    }
    #expect(out == ramp.prefix(out.count).map { $0 })
    #expect(drain.silence == 0)
  }

  @Test("plays silence before the first frame without counting it, and counts missing samples afterwards")
  func silence() throws {
    let rings = try TestRings()
    var drain = PlaybackDrain(rings.playback)
    var room = [Int16](repeating: -1, count: 480)
    room.withUnsafeMutableBufferPointer { drain.fill($0) }
    #expect(room.allSatisfy { $0 == 0 })
    #expect(drain.silence == 0)
    rings.playback.put([Int16](repeating: 5, count: 960), at: 0)
    for _ in 0..<3 { room.withUnsafeMutableBufferPointer { drain.fill($0) } }
    #expect(room.allSatisfy { $0 == 0 })
    #expect(drain.played == 960)
    #expect(drain.silence == 480)
  }

  @Test("plays silence for a frame marked silent, whatever its samples")
  func marked() throws {
    let rings = try TestRings()
    var drain = PlaybackDrain(rings.playback)
    rings.playback.put([Int16](repeating: 5, count: 960), marks: .silence, at: 0)
    var room = [Int16](repeating: -1, count: 960)
    room.withUnsafeMutableBufferPointer { drain.fill($0) }
    #expect(room.allSatisfy { $0 == 0 })
    #expect(drain.played == 960)
  }

  @Test("discards waiting frames on a restart")
  func restart() throws {
    let rings = try TestRings()
    var drain = PlaybackDrain(rings.playback)
    for value in [Int16(1), 2, 3, 4] { rings.playback.put([Int16](repeating: value, count: 960), at: 0) }
    var room = [Int16](repeating: -1, count: 480)
    room.withUnsafeMutableBufferPointer { drain.fill($0) }
    #expect(room[0] == 1)
    drain.restart()
    rings.playback.put([Int16](repeating: 9, count: 960), at: 0)
    room.withUnsafeMutableBufferPointer { drain.fill($0) }
    #expect(room.allSatisfy { $0 == 9 })
  }
}
