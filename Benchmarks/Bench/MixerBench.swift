import CallAudio

/// An engine with legs in groups of one size, and the transport at their other end.
struct MixerBench {
  private let engine = AudioEngine()
  private let transport: MixerTransport
  private let scene: MixScene

  init(legs count: Int, groupSize: Int = 2, groupRate: AudioRate = .narrowband, isCold: Bool = false) throws {
    var legs: [AudioLeg] = []
    for _ in 0..<count { legs.append(try engine.makeLeg(.narrowband)) }
    transport = MixerTransport(legs, cache: isCold ? CacheFiller() : nil)
    let groups = stride(from: 0, to: count, by: groupSize).map { first in
      MixGroup(rate: groupRate, members: legs[first..<min(first + groupSize, count)].map { MixMember($0) })
    }
    scene = MixScene(groups: groups, clocks: [transport.clock])
    try engine.apply(scene)
  }

  func tick(_ count: Int) {
    for _ in 0..<count { engine.tick() }
  }

  /// Returns the nanoseconds of one tick, without those of the transport.
  func timedTick() -> Int64 {
    let before = transport.nanoseconds
    let start = Stopwatch.nanoseconds
    engine.tick()
    return Stopwatch.nanoseconds - start - (transport.nanoseconds - before)
  }

  /// Returns the nanoseconds of applying the scene once more.
  func timedApply() throws -> Int64 {
    let start = Stopwatch.nanoseconds
    try engine.apply(scene)
    return Stopwatch.nanoseconds - start
  }

  /// Returns the number of late ticks in so many seconds of real time.
  func lateTicks(seconds: Int64, wantsRealTime: Bool = true) throws -> UInt64 {
    try engine.start(wantsRealTime: wantsRealTime)
    // Do not count the first ticks, which touch all memory for the first time.
    Stopwatch.sleep(nanoseconds: 200_000_000)
    let before = engine.counters.late
    Stopwatch.sleep(nanoseconds: seconds * 1_000_000_000)
    let late = engine.counters.late - before
    engine.stop()
    return late
  }
}

/// Memory that is touched to evict everything else from the processor's caches.
final class CacheFiller {
  private let memory: UnsafeMutableBufferPointer<UInt64>
  private(set) var sum: UInt64 = 0

  init() {
    memory = .allocate(capacity: 64 << 17)
    memory.initialize(repeating: 1)
  }

  deinit { memory.deallocate() }

  func fill() {
    for place in stride(from: 0, to: memory.count, by: 8) { memory[place] &+= 1 }
    sum &+= memory[0]
  }
}
