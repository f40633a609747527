internal import CLinux
internal import CMediaThread
internal import Glibc
internal import RunnerChannel
internal import Synchronization
internal import TransportLoader

/// The runner's media thread: it ticks the instances that hold rings, half a frame after each tick of the host's audio.
///
/// The loop's thread adds and removes instances. The media thread neither locks nor allocates; it sleeps while there is nothing to tick.
///
/// `@unchecked Sendable`: the places are atomic, and only the loop's thread uses the books of them.
final class MediaTicker: @unchecked Sendable {
  /// The most instances with a `tick` that can hold rings at a time.
  private static let capacity = 4096
  private static let priority: Int32 = 10
  /// The longest time that a thread may run in real time without a sleep, in microseconds; rtkit asks for such a limit.
  private static let realTimeLimit: UInt64 = 200_000

  private let memory: ChannelMemory
  /// The contexts of the clocks, which are never freed; 0 in a free place.
  private let places: UnsafeMutablePointer<Atomic<UInt>>
  /// One more than the last place that was ever taken.
  private let end = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let wake: CInt
  /// The time for which the loop's thread wants ticks; 0 where the thread has a clock of its own.
  private let wanted = Atomic<UInt64>(0)
  /// Tells the loop's thread that the ticks that it has wanted are over.
  private let done: CInt
  // The loop's thread's books.
  private var taken: [UInt16: Int] = [:]
  private var free: [Int] = []
  /// The time of the next tick on a clock that the kit sets; `.max` while there is nothing to tick.
  private(set) var nextTick: UInt64 = .max

  /// The kernel's id of the thread; 0 when there is none.
  private(set) var kernelID: Int32 = 0

  /// Starts the thread; nil when the system has no thread or file descriptors left.
  init?(_ memory: ChannelMemory) {
    self.memory = memory
    places = .allocate(capacity: Self.capacity)
    for place in 0..<Self.capacity { (places + place).initialize(to: Atomic(0)) }
    wake = eventfd(0, 0)
    done = eventfd(0, 0)
    guard wake >= 0, done >= 0 else { return nil }
    var thread = hookswitch_media_thread()
    // The thread runs until the process ends.
    let context = Unmanaged.passRetained(self).toOpaque()
    guard hookswitch_media_start(&thread, runMediaTicker, context) == 0 else { return nil }
    kernelID = thread.kernel_id
    // A thread that never sleeps in real time ends this process, and not the machine's others.
    if hookswitch_limit_real_time(Self.realTimeLimit) == 0 { _ = hookswitch_media_round_robin(&thread, Self.priority) }
  }

  /// Ticks an instance from now on, or not any more; false when there is no place. [loop]
  @discardableResult
  func set(_ instance: UInt16, _ clock: TransportMediaClock?) -> Bool {
    switch (taken[instance], clock) {
    case (nil, let clock?):
      guard let place = free.popLast() ?? next() else { return false }
      taken[instance] = place
      places[place].store(UInt(bitPattern: clock.context), ordering: .releasing)
      if count.add(1, ordering: .acquiringAndReleasing).newValue == 1 {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
      }
    case (let place?, nil):
      taken[instance] = nil
      places[place].store(0, ordering: .releasing)
      free.append(place)
      count.subtract(1, ordering: .acquiringAndReleasing)
    default: break
    }
    plan()
    return true
  }

  private func next() -> Int? {
    let place = end.load(ordering: .relaxed)
    guard place < Self.capacity else { return nil }
    end.store(place + 1, ordering: .releasing)
    return place
  }

  /// The next time at which to tick: half a frame after one of the host's ticks.
  static func due(after now: UInt64, grid: UInt64) -> UInt64 {
    let phase = (grid % period + period / 2) % period
    let wait = (phase + period - now % period) % period
    return now + (wait == 0 ? period : wait)
  }

  private static let period: UInt64 = 20_000_000

  // MARK: the kit's clock

  /// Has the ticks run that are due at a time that the kit has set, and waits for them. [loop]
  ///
  /// Ticks that a jump of the clock has passed over run once, as on a machine that was asleep.
  func pass(to now: UInt64) {
    guard nextTick <= now else { return plan() }
    nextTick = Self.due(after: now, grid: memory.value(of: .grid))
    guard memory.value(of: .audioOn) != 0 else { return }
    wanted.store(now, ordering: .releasing)
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
    while read(done, &one, 8) < 0, errno == EINTR {}
  }

  /// Sets the time of the next tick when there is something to tick, on a clock that the kit sets. [loop]
  private func plan() {
    guard HostedLoop.isManual else { return }
    if taken.isEmpty {
      nextTick = .max
    } else if nextTick == .max {
      nextTick = Self.due(after: HostedLoop.now, grid: memory.value(of: .grid))
    }
  }

  /// Runs the ticks that the loop's thread wants.
  private func serve() -> Never {
    while true {
      var count: UInt64 = 0
      guard read(wake, &count, 8) == 8 else { continue }
      let now = wanted.exchange(0, ordering: .acquiring)
      // An instance that is added wakes this thread, too.
      guard now != 0 else { continue }
      tickAll(at: now)
      _ = write(done, &count, 8)
    }
  }

  private func tickAll(at now: UInt64) {
    for place in 0..<end.load(ordering: .acquiring) {
      if let context = UnsafeMutableRawPointer(bitPattern: places[place].load(ordering: .acquiring)) {
        TransportMediaClock.tick(context, at: now)
      }
    }
  }

  fileprivate func run() -> Never {
    _ = hookswitch_mark_media_thread(1)
    ProcessGuard.guardThread()
    if HostedLoop.isManual { serve() }
    var beat: UInt64 = 0
    while true {
      if count.load(ordering: .acquiring) == 0 {
        memory.set(.mediaBeat, to: 0)
        var added: UInt64 = 0
        _ = read(wake, &added, 8)
        continue
      }
      beat += 1
      memory.set(.mediaBeat, to: beat)
      hookswitch_sleep_until(Self.due(after: hookswitch_monotonic_ns(), grid: memory.value(of: .grid)))
      guard memory.value(of: .audioOn) != 0 else { continue }
      tickAll(at: hookswitch_monotonic_ns())
    }
  }
}

private func runMediaTicker(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<MediaTicker>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.run() }
}
