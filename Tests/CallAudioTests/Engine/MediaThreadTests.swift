import CMediaThread
import CallMixing
import Glibc
import Locking
import Synchronization
import Testing

@testable import CallAudio

/// Records how the engine calls a clock.
private final class Witness: Sendable {
  let calls = Atomic<Int>(0)
  let callsOffTheMediaThread = Atomic<Int>(0)
  let lastTime = Atomic<UInt64>(0)
  let callsOutOfOrder = Atomic<Int>(0)

  var clock: MediaClock { MediaClock(witness, context: Unmanaged.passUnretained(self).toOpaque(), keeping: self) }

  /// Waits for `more` further calls; false when they do not happen.
  func sees(more: Int) -> Bool {
    let goal = calls.load(ordering: .acquiring) + more
    for _ in 0..<1_000 where calls.load(ordering: .acquiring) < goal { poll(nil, 0, 10) }
    return calls.load(ordering: .acquiring) >= goal
  }
}

private func witness(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  let witness = Unmanaged<Witness>.fromOpaque(context).takeUnretainedValue()
  if hookswitch_is_media_thread() == 0 { witness.callsOffTheMediaThread.add(1, ordering: .relaxed) }
  if witness.lastTime.exchange(time, ordering: .relaxed) >= time { witness.callsOutOfOrder.add(1, ordering: .relaxed) }
  witness.calls.add(1, ordering: .releasing)
}

/// A clock that reads the engine's counters within a tick.
private final class Reader: Sendable {
  private let engine: AudioEngine
  let ticks = Locked<[UInt64]>([])

  init(_ engine: AudioEngine) { self.engine = engine }

  var clock: MediaClock { MediaClock(look, context: Unmanaged.passUnretained(self).toOpaque(), keeping: self) }

  func read() { ticks.withLock { $0.append(engine.counters.ticks) } }
}

private func look(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue().read()
}

/// A clock that does not return until released.
private final class Hanging: Sendable {
  let isInside = Atomic<Bool>(false)
  let hasLeft = Atomic<Bool>(false)
  let mayLeave = Atomic<Bool>(false)
  let spins: Bool

  init(spins: Bool) { self.spins = spins }

  var clock: MediaClock { MediaClock(hang, context: Unmanaged.passUnretained(self).toOpaque(), keeping: self) }
}

private func hang(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  let hanging = Unmanaged<Hanging>.fromOpaque(context).takeUnretainedValue()
  hanging.isInside.store(true, ordering: .releasing)
  while !hanging.mayLeave.load(ordering: .acquiring) { if !hanging.spins { poll(nil, 0, 50) } }
  hanging.hasLeft.store(true, ordering: .releasing)
}

@Suite("One thread runs the ticks, and counts as the media thread")
struct MediaThreadTests {
  /// A program that waits for the next tick to exchange frames would otherwise meet the tick that still runs.
  @Test func `a tick counts once it has ended`() throws {
    let engine = AudioEngine()
    let reader = Reader(engine)
    try engine.apply(MixScene(clocks: [reader.clock]))
    for _ in 0..<3 { #expect(engine.tick()) }
    #expect(reader.ticks.withLock { $0 } == [0, 1, 2])
    #expect(engine.counters.ticks == 3)
    try engine.apply(MixScene())
  }

  @Test(arguments: [true, false])
  func `it ticks from start to stop, tells the time, and says how the system treats it`(_ wantsRealTime: Bool) throws {
    let engine = AudioEngine()
    let witness = Witness()
    try engine.apply(MixScene(clocks: [witness.clock]))
    #expect(engine.scheduling == nil)
    let scheduling = try engine.start(wantsRealTime: wantsRealTime)
    #expect(engine.scheduling == scheduling)
    #expect(try engine.start() == scheduling)
    if !wantsRealTime { #expect(scheduling == .plain(why: "real time was not requested")) }
    #expect(!scheduling.description.isEmpty)
    #expect(witness.sees(more: 5))
    engine.stop()
    #expect(engine.scheduling == nil)
    let calls = witness.calls.load(ordering: .relaxed)
    #expect(engine.counters.ticks == UInt64(calls))
    #expect(witness.callsOffTheMediaThread.load(ordering: .relaxed) == 0)
    #expect(witness.callsOutOfOrder.load(ordering: .relaxed) == 0)
    #expect(hookswitch_is_media_thread() == 0)
    poll(nil, 0, 60)
    #expect(witness.calls.load(ordering: .relaxed) == calls)
  }

  @Test(arguments: [false, true])
  func `HSW-R-126: a clock that hangs is told of and left out, and the others go on`(_ spins: Bool) throws {
    let engine = AudioEngine()
    let witness = Witness()
    let hanging = Hanging(spins: spins)
    let context = Unmanaged.passUnretained(hanging).toOpaque()
    let expected = Int(bitPattern: context)
    let hangs = Locked<[Int]>([])
    engine.whenClockHangs { clock in hangs.withLock { $0.append(Int(bitPattern: clock.context)) } }
    try engine.apply(MixScene(clocks: [hanging.clock, witness.clock]))
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 20))
    #expect(hangs.withLock { $0 } == [expected])
    #expect(hanging.isInside.load(ordering: .acquiring) == true)
    #expect(engine.scene.clocks.count == 1)
    // A later scene does not bring it back.
    try engine.apply(MixScene(clocks: [hanging.clock, witness.clock]))
    #expect(witness.sees(more: 20))
    #expect(witness.callsOutOfOrder.load(ordering: .relaxed) == 0)
    // If the hung clock returns, its thread ends.
    hanging.mayLeave.store(true, ordering: .releasing)
    for _ in 0..<1_000 where !hanging.hasLeft.load(ordering: .acquiring) { poll(nil, 0, 10) }
    #expect(witness.sees(more: 5))
    engine.stop()
    let calls = witness.calls.load(ordering: .relaxed)
    poll(nil, 0, 60)
    #expect(witness.calls.load(ordering: .relaxed) == calls)
  }

  @Test func `an engine whose clock hangs can be stopped, and started again`() throws {
    let engine = AudioEngine()
    let hanging = Hanging(spins: false)
    let witness = Witness()
    try engine.apply(MixScene(clocks: [hanging.clock, witness.clock]))
    try engine.start(wantsRealTime: false)
    while !hanging.isInside.load(ordering: .acquiring) { poll(nil, 0, 1) }
    engine.stop()
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 5))
    engine.stop()
    hanging.mayLeave.store(true, ordering: .releasing)
  }

  /// A system that refuses one thread after the first, so many times.
  private final class Refusals: Sendable {
    let left: Locked<Int>
    let starts = Atomic<Int>(0)

    init(_ count: Int) { left = Locked(count) }

    var threads: MediaThread.Threads {
      var threads = MediaThread.Threads()
      threads.start = { [self] desk throws(AudioEngineError) in
        if starts.add(1, ordering: .relaxed).oldValue > 0, isRefusing() { throw .thread(EAGAIN) }
        return try RunningThread(desk)
      }
      return threads
    }

    private func isRefusing() -> Bool {
      left.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0
      }
    }
  }

  @Test func `HSW-R-126: without a thread that watches for hung clocks the engine does not start, and says so`() throws {
    let watches = Locked(0)
    var threads = MediaThread.Threads()
    threads.watch = { body in
      watches.withLock { $0 += 1 }
      return watches.withLock { $0 } == 1 ? EAGAIN : MediaWatchThread.start(body)
    }
    let engine = AudioEngine(threads: threads)
    let witness = Witness()
    try engine.apply(MixScene(clocks: [witness.clock]))
    #expect(throws: AudioEngineError.thread(EAGAIN)) { try engine.start(wantsRealTime: false) }
    #expect(engine.scheduling == nil)
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 5))
    engine.stop()
  }

  @Test func `HSW-R-126: while the system refuses a thread in place of one that hangs, the engine says so and tries again`() throws {
    let refusals = Refusals(3)
    let engine = AudioEngine(threads: refusals.threads)
    let (hanging, witness) = (Hanging(spins: false), Witness())
    try engine.apply(MixScene(clocks: [hanging.clock, witness.clock]))
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 5))
    #expect(refusals.starts.load(ordering: .relaxed) == 5)
    engine.stop()
    hanging.mayLeave.store(true, ordering: .releasing)
  }

  @Test func `an engine can be stopped while the system refuses a thread, and started again`() throws {
    let refusals = Refusals(.max)
    let engine = AudioEngine(threads: refusals.threads)
    let (hanging, witness) = (Hanging(spins: false), Witness())
    try engine.apply(MixScene(clocks: [hanging.clock, witness.clock]))
    try engine.start(wantsRealTime: false)
    for _ in 0..<1_000 where refusals.starts.load(ordering: .relaxed) < 3 { poll(nil, 0, 10) }
    #expect(engine.scheduling?.description.contains("tries again") == true)
    engine.stop()
    #expect(engine.scheduling == nil)
    refusals.left.withLock { $0 = 0 }
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 5))
    engine.stop()
    hanging.mayLeave.store(true, ordering: .releasing)
  }

  @Test func `a tick by hand is a media thread's, while it lasts`() throws {
    let engine = AudioEngine()
    let witness = Witness()
    try engine.apply(MixScene(clocks: [witness.clock]))
    #expect(engine.tick(at: 7))
    #expect(witness.lastTime.load(ordering: .relaxed) == 7)
    #expect(witness.callsOffTheMediaThread.load(ordering: .relaxed) == 0)
    #expect(hookswitch_is_media_thread() == 0)
  }

  @Test func `it can be stopped and started again, by several at once`() async throws {
    let engine = AudioEngine()
    let witness = Witness()
    try engine.apply(MixScene(clocks: [witness.clock]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try engine.start(wantsRealTime: false)
            engine.stop()
          }
        }
      }
      try await group.waitForAll()
    }
    try engine.start(wantsRealTime: false)
    #expect(witness.sees(more: 2))
    engine.stop()
  }

  @Test func `what a clock needs is kept until no tick can call it`() throws {
    let engine = AudioEngine()
    weak var kept: Witness?
    do {
      let witness = Witness()
      kept = witness
      try engine.apply(MixScene(clocks: [witness.clock]))
    }
    engine.tick()
    #expect(kept?.calls.load(ordering: .relaxed) == 1)
    try engine.apply(MixScene())
    #expect(kept == nil)
  }

  @Test func `an engine that is let go of ends its thread`() throws {
    let witness = Witness()
    do {
      let engine = AudioEngine()
      try engine.apply(MixScene(clocks: [witness.clock]))
      try engine.start(wantsRealTime: false)
      #expect(witness.sees(more: 1))
    }
    let calls = witness.calls.load(ordering: .relaxed)
    poll(nil, 0, 60)
    #expect(witness.calls.load(ordering: .relaxed) == calls)
  }
}
