import CallMixing
import Testing
import TransportABI

@Suite("The arena provides adjacent rings, and reuses them")
struct RingArenaTests {
  @Test(arguments: AudioRate.allCases)
  func `a ring holds four frames, and loses the fifth`(_ rate: AudioRate) throws {
    let arena = RingArena()
    let ring = try arena.ring(rate)
    for number in 1...4 { #expect(ring.put([Int16](repeating: Int16(number), count: rate.samplesPerFrame), at: UInt64(number))) }
    #expect(!ring.put([Int16](repeating: 5, count: rate.samplesPerFrame), at: 5))
    #expect(ring.overruns == 1)

    var frame = [Int16](repeating: 0, count: rate.samplesPerFrame)
    for number in 1...4 {
      let taken = ring.take(into: &frame)
      #expect(taken?.samples == rate.samplesPerFrame)
      #expect(taken?.time == UInt64(number))
      #expect(frame.allSatisfy { $0 == Int16(number) })
    }
    #expect(ring.take(into: &frame) == nil)
    #expect(ring.underruns == 1)
  }

  @Test func `what comes back is given again, empty`() throws {
    let arena = RingArena()
    let first = try arena.ring(.narrowband)
    first.put([Int16](repeating: 7, count: 160), at: 1)
    arena.giveBack(first)
    let second = try arena.ring(.narrowband)
    #expect(second.table.ctl == first.table.ctl)
    #expect(second.count == 0)
    #expect(try arena.ring(.narrowband).table.ctl != first.table.ctl)
  }

  @Test func `rings that are made one after the other lie side by side, on lines of their own`() throws {
    let arena = RingArena()
    var last: UInt?
    for _ in 0..<100 {
      let start = UInt(bitPattern: try arena.ring(.narrowband).table.ctl)
      #expect(start % 64 == 0)
      if let last { #expect(start - last == 128 + 4 * 336) }
      last = start
    }
    #expect(arena.bytes == 2 << 20)
  }

  @Test func `it grows by what is asked for`() throws {
    let arena = RingArena()
    for _ in 0..<2_000 { _ = try arena.ring(.narrowband) }
    #expect(arena.bytes == 4 << 20)
    let large = try arena.ring(.fullband, channels: 2, slots: 1_024)
    #expect(large.put([Int16](repeating: 1, count: 1_920), at: 0))
    #expect(arena.bytes == 8 << 20)
  }
}
