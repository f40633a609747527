import CallMixing
import Testing

@testable import CallAudio

/// Two clocks in virtual time: the engine ticks every 20 ms, the device every 10 ms by a clock with an error in parts per million.
@Suite("A device whose clock differs from the engine's")
struct ClockDriftTests {
  private static let seconds = 600.0
  private static let wrong = [-500.0, -100, 0, 100, 500]

  @Test("plays all frames with less than 45 ms delay for ten minutes", arguments: wrong)
  func playback(partsPerMillion: Double) throws {
    let rings = try TestRings()
    var drain = PlaybackDrain(rings.playback)
    let frame = [Int16](repeating: 1_000, count: 960)
    var room = [Int16](repeating: 0, count: 480)
    var most = 0
    let clocks = Clocks(seconds: Self.seconds, devicePartsPerMillion: partsPerMillion)
    clocks.run(
      tick: { _ in rings.playback.put(frame, at: 0) },
      device: { moment in
        room.withUnsafeMutableBufferPointer { drain.fill($0) }
        if moment > 10 { most = max(most, rings.playback.count) }
      })
    #expect(most <= 2)
    #expect(rings.playback.overruns == 0)
    expectDrift(skipped: drain.skipped, silence: drain.silence, partsPerMillion: -partsPerMillion)
  }

  @Test("captures all frames with less than 45 ms delay for ten minutes", arguments: wrong)
  func capture(partsPerMillion: Double) throws {
    let rings = try TestRings()
    var feed = CaptureFeed(rings.capture)
    let piece = [Int16](repeating: 1_000, count: 480)
    var most = 0
    var heard = 0
    var missed = 0
    let clocks = Clocks(seconds: Self.seconds, devicePartsPerMillion: partsPerMillion)
    clocks.run(
      tick: { moment in
        if moment > 10 { most = max(most, rings.capture.count) }
        if rings.tick(playing: nil) == nil { missed += 1 } else { heard += 1 }
      },
      device: { _ in piece.withUnsafeBufferPointer { feed.take($0) } })
    #expect(most <= 2)
    #expect(feed.lost == 0)
    #expect(heard + missed == Int(Self.seconds * 50))
    expectDrift(skipped: feed.skipped, silence: UInt64(missed * 960), partsPerMillion: partsPerMillion)
  }

  // The surplus equals the drift but for a few frames: no samples are dropped that are needed again soon.
  private func expectDrift(skipped: UInt64, silence: UInt64, partsPerMillion: Double) {
    let drift = partsPerMillion * Self.seconds * 48_000 / 1_000_000
    let balance = Double(skipped) - Double(silence)
    #expect(abs(balance - drift) < 2_400)
    #expect(Double(min(skipped, silence)) < 4_800)
  }

  /// Calls both sides in the order of their clocks.
  private struct Clocks {
    var seconds: Double
    var devicePartsPerMillion: Double

    func run(tick: (Double) -> Void, device: (Double) -> Void) {
      let period = 0.01 / (1 + devicePartsPerMillion / 1_000_000)
      var ticks = 0
      var turns = 0
      while Double(ticks) * 0.02 < seconds {
        let nextTick = Double(ticks) * 0.02
        let nextTurn = 0.003 + Double(turns) * period
        if nextTick <= nextTurn {
          tick(nextTick)
          ticks += 1
        } else {
          device(nextTurn)
          turns += 1
        }
      }
    }
  }
}
