package import CallControl
internal import HookswitchCluster
internal import Locking

/// Virtual time for the lanes and the engine of one test: everything happens on the test's thread, in an order that the seed decides.
package final class VirtualWorld: Sendable {
  private struct Job: Sendable {
    let lane: VirtualLane?
    let body: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = Instant.zero
    /// By time and then by number, so that equal times keep their order.
    var jobs: [Key: Job] = [:]
    var order = Heap()
    var count: UInt64 = 0
    var random: SpreadGenerator
  }

  struct Key: Hashable, Comparable, Sendable {
    let time: Int64
    let number: UInt64

    static func < (left: Key, right: Key) -> Bool { (left.time, left.number) < (right.time, right.number) }
  }

  /// A binary heap, the least key first.
  struct Heap: Sendable {
    private var keys: [Key] = []

    var first: Key? { keys.first }

    mutating func insert(_ key: Key) {
      keys.append(key)
      var child = keys.count - 1
      while child > 0, keys[child] < keys[(child - 1) / 2] {
        keys.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func removeFirst() {
      keys.swapAt(0, keys.count - 1)
      keys.removeLast()
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < keys.count && keys[child] < keys[least] { least = child }
        guard least != parent else { return }
        keys.swapAt(parent, least)
        parent = least
      }
    }
  }

  private let state: Locked<State>

  /// Creates a world at time zero.
  package init(seed: UInt64 = 1) { state = Locked(State(random: SpreadGenerator(state: seed))) }

  /// The time.
  package var now: Instant { state.withLock { $0.now } }

  /// Returns a random number below `bound`.
  package func random(below bound: Int) -> Int { state.withLock { Int($0.random.next() % UInt64(max(bound, 1))) } }

  /// Runs `body` later, on no lane.
  package func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) { add(duration, nil, body) }

  func add(_ duration: Duration, _ lane: VirtualLane?, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.count += 1
      let key = Key(time: state.now.advanced(by: max(duration, .zero)).nanoseconds, number: state.count)
      state.jobs[key] = Job(lane: lane, body: body)
      state.order.insert(key)
    }
  }

  /// Drops everything that waits: its functions hold the lanes and the stores of the test, and these the world.
  func drop() {
    let jobs = state.withLock { state in
      defer { (state.jobs, state.order) = ([:], Heap()) }
      return state.jobs
    }
    // Freed here, outside the lock: a function may be the last holder of something that adds a job.
    _ = jobs
  }

  /// Runs everything that is due within `limit`, in its order, until `condition` holds; false when it did not.
  @discardableResult
  package func run(_ limit: Duration, until condition: () -> Bool = { false }) -> Bool {
    let end = now.advanced(by: limit)
    while !condition() {
      let job = state.withLock { state -> Job? in
        guard let key = state.order.first, key.time <= end.nanoseconds else {
          state.now = end
          return nil
        }
        state.order.removeFirst()
        state.now = Instant(nanoseconds: key.time)
        return state.jobs.removeValue(forKey: key)
      }
      guard let job else { return condition() }
      if let lane = job.lane { lane.perform(job.body) } else { job.body() }
    }
    return true
  }
}

/// The lane of one node in a virtual world; it can stand still, as a process with SIGSTOP does, and end.
package final class VirtualLane: ClusterLane {
  private struct State: Sendable {
    // In a struct: a bare function in a lock grows with each access.
    struct Job: Sendable { let body: @Sendable () -> Void }

    var isCurrent = false
    var isPaused = false
    var isDead = false
    var held: [Job] = []
  }

  package let world: VirtualWorld
  private let state = Locked(State())

  /// Creates a lane.
  package init(_ world: VirtualWorld) { self.world = world }

  package var now: Instant { world.now }
  /// True also between jobs, so that a test can call a store directly.
  package var isCurrent: Bool { true }

  package func run(_ body: @escaping @Sendable () -> Void) { world.add(.zero, self, body) }

  package func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) { world.add(duration, self, body) }

  /// Stops the lane: what is due meanwhile runs when it goes on.
  package func pause() { state.withLock { $0.isPaused = true } }

  /// Lets the lane go on.
  package func resume() {
    let held = state.withLock { state in
      state.isPaused = false
      defer { state.held = [] }
      return state.held
    }
    for job in held { run(job.body) }
  }

  /// Ends the lane: nothing runs on it any more.
  package func kill() {
    state.withLock { state in
      state.isDead = true
      state.held = []
    }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    let runs = state.withLock { state -> Bool in
      if state.isPaused, !state.isDead { state.held.append(State.Job(body: body)) }
      return !state.isPaused && !state.isDead
    }
    if runs { body() }
  }
}
