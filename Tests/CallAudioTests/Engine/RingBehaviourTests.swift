import CallAudio
import CallMixing
import Testing
import TransportABI

@Suite("Missing and surplus frames become silence, and are counted")
struct RingBehaviourTests {
  let bench = EngineBench()

  private func pair() throws -> (AudioLeg, AudioLeg) {
    let legs = (try bench.leg(), try bench.leg())
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: [MixMember(legs.0), MixMember(legs.1)])]))
    return legs
  }

  @Test func `an empty ring is silence, marked as such, and counted`() throws {
    let (a, b) = try pair()
    bench.says(a, 5)
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 5)
    bench.engine.tick()
    #expect(EngineBench.nextMarks(b.toNet) == .silence)
    #expect(bench.engine.counters(of: a) == LegCounters(taken: 1, given: 2, missing: 1))
    #expect(bench.engine.level(of: a) == .silence)
  }

  @Test func `a frame that is marked silent is not looked at`() throws {
    let (a, b) = try pair()
    bench.says(a, 5, marks: .silence)
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 0)
    #expect(bench.engine.counters(of: a)?.taken == 1)
    #expect(bench.engine.level(of: a) == .silence)
  }

  @Test func `made up and missing frames are counted, and heard`() throws {
    let (a, b) = try pair()
    bench.says(a, 5, marks: [.concealed, .gapBefore])
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 5)
    #expect(bench.engine.counters(of: a) == LegCounters(taken: 1, given: 1, concealed: 1, gaps: 1))
  }

  @Test func `a full ring loses the frame, and the next that goes in says so`() throws {
    let (a, b) = try pair()
    for number in 1...6 {
      bench.says(a, Int16(number))
      bench.engine.tick()
    }
    #expect(bench.engine.counters(of: b)?.refused == 2)
    var frame = [Int16](repeating: 0, count: 160)
    for number in 1...4 {
      let taken = b.toNet.take(into: &frame)
      #expect(frame[0] == Int16(number))
      #expect(taken?.marks == [])
    }
    for (number, marks) in [(7, FrameMarks.gapBefore), (8, [])] {
      bench.says(a, Int16(number))
      bench.engine.tick()
      #expect(b.toNet.take(into: &frame)?.marks == marks)
      #expect(frame[0] == Int16(number))
    }
  }

  @Test func `what was said before a call joined is not heard`() throws {
    let (a, b) = (try bench.leg(), try bench.leg())
    for number in 1...4 { bench.says(a, Int16(number)) }
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: [MixMember(a), MixMember(b)])]))
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 0)
    #expect(bench.engine.counters(of: a)?.dropped == 4)
    bench.says(a, 5)
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 5)
  }

  @Test func `a frame that came in the tick of the joining is heard`() throws {
    let (a, b) = try pair()
    for number in 1...2 { bench.says(a, Int16(number)) }
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 2)
    #expect(bench.engine.counters(of: a)?.dropped == 1)
  }

  @Test func `a ring that fills up loses its older half, so that no one lags for ever`() throws {
    let (a, b) = try pair()
    bench.engine.tick()
    _ = bench.hears(b)
    for number in 1...4 { bench.says(a, Int16(number)) }
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 3)
    #expect(bench.engine.counters(of: a)?.dropped == 2)
  }

  @Test func `what a transport flushes is not heard`() throws {
    let (a, b) = try pair()
    bench.engine.tick()
    _ = bench.hears(b)
    bench.says(a, 1)
    bench.says(a, 2)
    a.fromNet.flush()
    bench.says(a, 3)
    bench.engine.tick()
    #expect(flat(bench.hears(b)) == 3)
  }

  @Test(arguments: [0, 1, 7, 100, 159, 160, 5_000])
  func `a frame of any length is heard as far as it goes`(_ samples: Int) throws {
    let (a, b) = try pair()
    bench.says(a, 5)
    // As a transport with a wrong count may write it: the second half of the slot belongs to something else.
    let slot = try #require(a.fromNet.table.slots).withMemoryRebound(to: UInt32.self, capacity: 1) { $0 }
    slot.pointee = UInt32(samples * 2)
    bench.engine.tick()
    let heard = try #require(bench.hears(b))
    let length = min(samples, 160)
    #expect(heard[..<length].allSatisfy { $0 == 5 })
    #expect(heard[length...].allSatisfy { $0 == 0 })
  }

  @Test func `levels are those of the last frame`() throws {
    let (a, _) = try pair()
    bench.says(a, (0..<160).map { $0.isMultiple(of: 2) ? 1_000 : -3_000 })
    bench.engine.tick()
    let level = try #require(bench.engine.level(of: a))
    #expect(level.peak == 3_000)
    #expect(abs(level.rms - Float(5_000_000).squareRoot()) < 0.1)
    bench.says(a, -32_768)
    bench.engine.tick()
    #expect(bench.engine.level(of: a)?.peak == 32_768)
    #expect(bench.engine.level(of: a)?.peakDecibels == 0)
  }
}
