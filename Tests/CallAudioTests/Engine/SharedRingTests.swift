import CallAudio
import Foundation
import Locking
import RunnerChannel
import Synchronization
import Testing
import TransportABI

/// Memory that another process shares: sealed, and mapped a second time as that process maps it.
private final class SharedMemory: RingMemory {
  final class Region: RingRegion {
    let own: SharedRegion
    let theirs: SharedRegion

    init(_ own: SharedRegion, _ theirs: SharedRegion) { (self.own, self.theirs) = (own, theirs) }

    var start: UnsafeMutableRawPointer { own.start }
    var bytes: Int { SharedRegion.bytes }
  }

  private struct State: Sendable {
    var regions: [Region] = []
    var grid: UInt64?
    var isOver = false
  }

  private let state = Locked(State())

  var regions: [Region] { state.withLock { $0.regions } }
  var grid: UInt64? { state.withLock { $0.grid } }
  var isOver: Bool { state.withLock { $0.isOver } }

  func makeRegion(bytes: Int) throws(ArenaError) -> any RingRegion {
    do throws(SharedRegion.Failure) {
      let made = try SharedRegion.make()
      defer { close(made.descriptor) }
      let region = Region(made.region, try SharedRegion(descriptor: made.descriptor))
      state.withLock { $0.regions.append(region) }
      return region
    } catch {
      throw ArenaError(bytes: bytes, code: error.code)
    }
  }

  func setGrid(_ time: UInt64) { state.withLock { $0.grid = time } }

  func end() { state.withLock { $0 = State(isOver: true) } }
}

@Suite("Rings that another process shares")
struct SharedRingTests {
  @Test func `nothing but rings lies in the shared memory, and it goes with its process`() throws {
    let engine = AudioEngine()
    let memory = SharedMemory()
    let first = try engine.makeLeg(.narrowband, in: memory)
    #expect(memory.grid != nil)
    let region = try #require(memory.regions.first)
    #expect(UnsafeMutableRawPointer(first.toNet.table.ctl) == region.start)
    // The second leg's rings follow without a gap: between them there is no room for anything else.
    let second = try engine.makeLeg(.narrowband, in: memory)
    let bytes = 2 * (MemoryLayout<hsw_ring_ctl>.size + 4 * 336)
    #expect(UnsafeMutableRawPointer(second.toNet.table.ctl) == region.start + bytes)
    #expect(UnsafeMutableRawPointer(try engine.makeLeg(.narrowband).toNet.table.ctl) != region.start + 2 * bytes)
    engine.release(first)
    #expect(try engine.makeLeg(.narrowband, in: memory).toNet.table.ctl == first.toNet.table.ctl, "rings go back to their own arena")

    let mapped = engine.counters.bytes
    #expect(mapped == 2 * SharedRegion.bytes)
    memory.end()
    #expect(engine.counters.bytes == SharedRegion.bytes)
    #expect(engine.counters(of: second) != nil, "a leg that is in use keeps its memory")
    engine.release(second)
  }

  @Test(
    "Faults 25 and 26: a process that overwrites its rings for ever makes noise in its own calls alone",
    arguments: AudioRate.allCases)
  func hostile(rate: AudioRate) throws {
    let engine = AudioEngine()
    let memory = SharedMemory()
    let theirs = try engine.makeLeg(rate, in: memory)
    let beside = try engine.makeLeg(.wideband)
    let pair = [try engine.makeLeg(.narrowband), try engine.makeLeg(.narrowband)]
    let tap = try engine.makeTap(rate)
    try engine.apply(
      MixScene(groups: [
        MixGroup(rate: .wideband, members: [MixMember(theirs, recording: tap), MixMember(beside)]),
        MixGroup(rate: .narrowband, members: pair.map { MixMember($0) }),
      ]))
    let hostile = HostileThread(try #require(memory.regions.first).theirs, legBytes: theirs.memoryBytes)
    var frame = [Int16](repeating: 0, count: 2 * AudioRate.fullband.samplesPerFrame)
    for number in 1...UInt64(3_000) {
      for (place, leg) in pair.enumerated() {
        leg.fromNet.put([Int16](repeating: Int16(number % 1_000) * (place == 0 ? 1 : -1), count: 160), at: number)
      }
      #expect(engine.tick(at: number))
      for (place, leg) in pair.enumerated() {
        let taken = leg.toNet.take(into: &frame)
        #expect(taken?.samples == 160 && frame.prefix(160).allSatisfy { $0 == Int16(number % 1_000) * (place == 0 ? -1 : 1) })
      }
      while beside.toNet.count > 0 { _ = beside.toNet.take(into: &frame) }
      while tap.ring.count > 0 { _ = tap.ring.take(into: &frame) }
      // The host's view of the rings never leaves them, whatever their indexes are.
      #expect(theirs.fromNet.count <= 4 && theirs.toNet.queued <= 4)
      #expect((engine.level(of: theirs)?.peak ?? 0) <= 32_768)
    }
    let counters = try #require(engine.counters(of: theirs))
    #expect(counters.taken + counters.missing == 3_000 && counters.given + counters.refused == 3_000)
    #expect(try #require(engine.counters(of: pair[0])).taken == 3_000)
    hostile.stop()
    engine.release(theirs)
    #expect(engine.counters.retired == 0)
  }
}

extension AudioLeg {
  /// The bytes of both rings.
  fileprivate var memoryBytes: Int { 2 * (MemoryLayout<hsw_ring_ctl>.size + Int(toNet.table.n_slots * toNet.table.slot_bytes)) }
}

/// A thread that overwrites a leg's rings with random words, the control blocks most often.
private final class HostileThread: Sendable {
  private let isStopping = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ region: SharedRegion, legBytes: Int) {
    let thread = Thread { [self] in
      var random: UInt64 = 0x9E37_79B9_7F4A_7C15
      while !isStopping.load(ordering: .relaxed) {
        for _ in 0..<1_000 {
          random ^= random << 13
          random ^= random >> 7
          random ^= random << 17
          // Half of the words hit one of the two control blocks, with small values as often as with large ones.
          let place =
            random & 1 == 0 ? Int(random >> 8 % 16) * 8 + (random & 2 == 0 ? 0 : legBytes / 2) : Int(random >> 8) % (legBytes / 8) * 8
          let value = random & 4 == 0 ? random : random >> 32 & 0x7_0000_0007
          (region.start + place).storeBytes(of: value, as: UInt64.self)
        }
      }
      hasEnded.signal()
    }
    thread.start()
  }

  func stop() {
    isStopping.store(true, ordering: .relaxed)
    hasEnded.wait()
  }
}
