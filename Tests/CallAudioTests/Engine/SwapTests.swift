import CallAudio
import Foundation
import Synchronization
import Testing
import ToneTrials
import TransportABI

/// A thread that only runs ticks, for as many races with the control side as possible.
private final class TickingThread: Sendable {
  private let isStopping = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ engine: AudioEngine) {
    let thread = Thread { [self] in
      while !isStopping.load(ordering: .relaxed) { engine.tick() }
      hasEnded.signal()
    }
    thread.start()
  }

  func stop() {
    isStopping.store(true, ordering: .relaxed)
    hasEnded.wait()
  }
}

/// Calls that come, go and change groups while another thread ticks.
///
/// The call at place k always sends 1 << k.
private struct Crowd {
  let engine = AudioEngine()
  var random: SplitMix
  var legs: [AudioLeg?] = Array(repeating: nil, count: 12)
  var groups: [[Int]] = []

  init(seed: UInt64) { random = SplitMix(seed) }

  mutating func step() throws {
    let place = Int.random(in: 0..<legs.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where legs[place] == nil: legs[place] = try engine.makeLeg(.narrowband)
    case 1 where legs[place] != nil: release(place)
    default: try regroup()
    }
    talk()
  }

  /// Puts the existing calls into random groups, some into none.
  mutating func regroup() throws {
    let present = legs.indices.filter { legs[$0] != nil }.shuffled(using: &random)
    groups = []
    for place in present {
      if groups.isEmpty || Bool.random(using: &random) { groups.append([]) }
      if Int.random(in: 0..<8, using: &random) > 0 { groups[groups.count - 1].append(place) }
    }
    try engine.apply(
      MixScene(groups: groups.map { group in MixGroup(rate: .narrowband, members: group.compactMap { legs[$0].map { MixMember($0) } }) }))
  }

  /// Releases a leg that may be in a group, waits until the engine is done with its memory, and checks that later ticks do not write there.
  private mutating func release(_ place: Int) {
    guard let leg = legs[place] else { return }
    legs[place] = nil
    for group in groups.indices { groups[group].removeAll { $0 == place } }
    engine.release(leg)
    while engine.counters.retired > 0 { sched_yield() }
    let memory = Self.memory(of: leg)
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
    let ticks = engine.counters.ticks
    while engine.counters.ticks < ticks + 2 { sched_yield() }
    #expect(memory.allSatisfy { $0 == 0xA5 }, "a released leg was touched")
  }

  private static func memory(of leg: AudioLeg) -> UnsafeMutableRawBufferPointer {
    let ring = leg.toNet.table
    let bytes = MemoryLayout<hsw_ring_ctl>.size + Int(ring.n_slots * ring.slot_bytes)
    // The two rings are adjacent.
    return UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(ring.ctl), count: 2 * bytes)
  }

  /// Plays the transports' part: every call sends a frame, and checks the frames it gets.
  func talk() {
    for (place, leg) in legs.enumerated() {
      guard let leg else { continue }
      leg.fromNet.put([Int16](repeating: 1 << place, count: 160), at: 0)
      while let frame = EngineBench.next(leg.toNet) {
        guard let heard = flat(frame) else {
          Issue.record("a frame of two minds: \(Set(frame))")
          return
        }
        #expect(heard & (1 << place) == 0, "\(place) hears itself")
        #expect(heard >= 0 && heard < 1 << legs.count, "\(place) hears what nobody says: \(heard)")
      }
    }
  }

  /// Returns the frame that a call hears in its group, once the rings have settled.
  func expected(_ place: Int) -> Int16 {
    groups.first { $0.contains(place) }?.filter { $0 != place }.reduce(0) { $0 | 1 << $1 } ?? 0
  }
}

@Suite("A plan is replaced during a tick, and nothing of it is touched afterwards")
struct SwapTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `calls come, go and change groups under a thread that only ticks`(_ seed: UInt64) throws {
    var crowd = Crowd(seed: seed)
    let thread = TickingThread(crowd.engine)
    for _ in 0..<400 { try crowd.step() }
    thread.stop()

    // Then, without concurrent ticks, every call hears exactly its group.
    for place in crowd.legs.indices where crowd.legs[place] == nil { crowd.legs[place] = try crowd.engine.makeLeg(.narrowband) }
    try crowd.regroup()
    for _ in 0..<6 {
      crowd.engine.tick()
      crowd.talk()
    }
    crowd.engine.tick()
    for (place, leg) in crowd.legs.enumerated() where crowd.groups.contains(where: { $0.contains(place) }) {
      let leg = try #require(leg)
      var last: [Int16]?
      while let frame = EngineBench.next(leg.toNet) { last = frame }
      #expect(flat(last) == crowd.expected(place), "place \(place), seed \(seed)")
    }
    #expect(crowd.engine.counters.retired == 0)
  }

  @Test func `two threads that tick never tick at once`() throws {
    let engine = AudioEngine()
    let inside = Visitors()
    try engine.apply(MixScene(clocks: [MediaClock(visit, context: Unmanaged.passUnretained(inside).toOpaque(), keeping: inside)]))
    let threads = [TickingThread(engine), TickingThread(engine)]
    while engine.counters.ticks < 1_000 { sched_yield() }
    threads.forEach { $0.stop() }
    #expect(inside.most.load(ordering: .relaxed) == 1)
  }
}

/// Counts concurrent visitors.
private final class Visitors: Sendable {
  let present = Atomic<Int>(0)
  let most = Atomic<Int>(0)
}

private func visit(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  let visitors = Unmanaged<Visitors>.fromOpaque(context).takeUnretainedValue()
  let now = visitors.present.add(1, ordering: .relaxed).newValue
  visitors.most.max(now, ordering: .relaxed)
  visitors.present.subtract(1, ordering: .relaxed)
}
