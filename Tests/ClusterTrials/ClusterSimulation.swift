package import ClusterControl

/// A cluster under virtual time with faults by seed: every message is delayed, and some come late, twice or never.
package struct ClusterSimulation {
  /// A machine with its node.
  struct Machine {
    var node: ClusterNode
    /// The difference of its clock from the virtual time, and its rate in millionths.
    var offset: Int64
    var rate: Int64
    var isDead = false
    /// True while it reaches the engine.
    var isReaching = true
    /// True while its process is stopped: events wait.
    var isPaused = false
    var waiting: [ClusterEvent] = []
    var wake = Int64.max
    var starts: UInt64 = 0
  }

  enum Entry {
    case wake(Int)
    case event(Int, ClusterEvent, start: UInt64)
    case arrival(Int, ClusterWrite, start: UInt64)
    case read(Int, UInt64, start: UInt64)
    case broadcast(ClusterEvent)
    case fault(Fault)
    case call
    case callEnd(Int)
    case sweep
  }

  /// A fault, or its end.
  package enum Fault: Hashable, Sendable {
    /// The machine of a node is lost.
    case die(Int)
    /// A new process of the node starts; true when it has the lock of the one before.
    case start(Int, hasLock: Bool)
    /// The process stops for so many milliseconds.
    case pause(Int, Int64)
    /// The process goes on.
    case resume(Int)
    /// The node does not reach the engine for so many milliseconds.
    case cut(Int, Int64)
    /// The node reaches the engine again.
    case mend(Int)
    /// The engine is down for so many milliseconds; true when it comes back without its data.
    case engineDown(Int64, losesData: Bool)
    /// The engine is back.
    case engineUp
    /// The engine keeps its connections for so many milliseconds and does nothing, as servers without a leader do; when true, its changes
    /// are lost too.
    case engineSilent(Int64, losesChanges: Bool)
    /// The engine works again.
    case engineAnswers
    /// A drain begins.
    case drain(Int)
    /// A drain ends.
    case undrain(Int)
  }

  /// The virtual time in milliseconds.
  package private(set) var now: Int64 = 0
  /// The breaches of promises and times.
  package var breaches: [String] = []
  /// The store.
  package private(set) var store = TrialStore()
  /// The number of events that nodes took.
  package private(set) var events = 0
  /// The time at which the store last got the word that a node is gone, by name.
  package private(set) var goneAt: [NodeName: Int64] = [:]
  /// The number of calls that were added, and of those to lent lines.
  package internal(set) var added = 0
  package internal(set) var addedToLent = 0
  /// The number of calls that were refused.
  package internal(set) var refused = 0
  /// True when messages come late and twice.
  package var isDisturbed = true

  var machines: [Machine] = []
  var calls = SimulatedCalls()
  var random: TrialGenerator
  private var isEngineDown = false
  /// True while the engine keeps its connections and does nothing.
  private var isEngineSilent = false
  private var losesChanges = false
  /// The writes that a silent engine takes once it works again.
  private var withheld: [(place: Int, write: ClusterWrite, start: UInt64)] = []
  /// The machines that missed a change, which their stores notice at the next one.
  private var missed: Set<Int> = []
  private var queue = SimulationQueue<Entry>()
  private var lives: UInt64 = 0
  let settings: ClusterSettings
  let placement: Placement

  /// Creates a cluster whose nodes start within a second.
  package init(nodes: Int, settings: ClusterSettings = ClusterSettings(), seed: UInt64) {
    random = TrialGenerator(seed: seed)
    self.settings = settings
    var placement = Placement(digits: settings.digits)
    let names = (0..<nodes).map { NodeName("a\($0)") }
    placement.include(names.map { Placement.Member($0, weight: 100) })
    self.placement = placement
    for name in names {
      let node = ClusterNode(name: name, incarnation: life(), settings: settings, placement: placement)
      // Clocks differ by hours, and run up to half a per cent wrong.
      machines.append(Machine(node: node, offset: Int64(random.below(10_000_000)), rate: 995_000 + Int64(random.below(10_001))))
      queue.add(.event(machines.count - 1, .connected, start: 0), at: Int64(random.below(1_000)))
    }
    queue.add(.sweep, at: 500)
  }

  /// Lets a fault happen at a time.
  package mutating func plan(_ fault: Fault, at time: Int64) {
    queue.add(.fault(fault), at: time)
  }

  /// Begins calls: one after each `pause` milliseconds on average.
  package mutating func beginCalls(each pause: Int, lines: Int, until end: Int64) {
    calls.pause = pause
    calls.lines = lines
    calls.end = end
    queue.add(.call, at: now + 1)
  }

  /// Runs until a time.
  package mutating func run(until end: Int64) {
    while let time = queue.nextTime, time <= end, breaches.count < 20, let (_, entry) = queue.removeFirst() {
      now = time
      take(entry)
    }
    now = max(now, end)
  }

  func clock(_ place: Int) -> ClusterTime {
    ClusterTime(milliseconds: machines[place].offset + now * machines[place].rate / 1_000_000)
  }

  private mutating func life() -> Incarnation {
    lives += 1
    return Incarnation(high: 0x4fff, low: lives)
  }

  private mutating func take(_ entry: Entry) {
    switch entry {
    case .wake(let place):
      if machines[place].wake == now { machines[place].wake = .max }
      deliver(.tick, to: place)
    case .event(let place, let event, let start): if machines[place].starts == start { deliver(event, to: place) }
    case .arrival(let place, let write, let start): if machines[place].starts == start { arrive(write, from: place) }
    case .read(let place, let number, let start):
      if machines[place].starts == start, machines[place].isReaching, !isEngineDown, !isEngineSilent {
        let map = store.map
        send(.mapRead(number, map, fresh: life()), to: place)
      }
    case .broadcast(let change):
      for place in machines.indices where machines[place].isReaching && !isEngineDown {
        if isEngineSilent, losesChanges {
          missed.insert(place)
          continue
        }
        if isDisturbed && random.once(in: 100) {
          queue.add(.event(place, change, start: machines[place].starts), at: now + Int64(random.below(400)))
          if random.once(in: 2) { continue }
        }
        deliver(change, to: place)
      }
    case .fault(let fault): take(fault)
    case .call:
      addCall()
      if now < calls.end { queue.add(.call, at: now + 1 + Int64(random.below(2 * calls.pause))) }
    case .callEnd(let number): endCall(number)
    case .sweep:
      sweep()
      queue.add(.sweep, at: now + 1_000)
    }
  }

  mutating func endLater(_ number: Int, after span: Int64) {
    queue.add(.callEnd(number), at: now + span)
  }

  /// Delivers an event to a node, or lets it wait while its process is stopped.
  mutating func deliver(_ event: ClusterEvent, to place: Int) {
    guard !machines[place].isDead else { return }
    if machines[place].isPaused {
      if event != .tick { machines[place].waiting.append(event) }
      return
    }
    events += 1
    let effects = machines[place].node.handle(event, at: clock(place))
    for effect in effects {
      switch effect {
      case .write(let write): post(.arrival(place, write, start: machines[place].starts), isWrite: true)
      case .readMap(let number): post(.read(place, number, start: machines[place].starts), isWrite: false)
      case .giveBack(let back, let owner):
        if let to = machines.firstIndex(where: { $0.node.name == owner }), machines[place].isReaching, machines[to].isReaching {
          send(.lineReturned(back), to: to)
        }
      case .gained(let slot, _): checkGain(slot, by: place)
      default: break
      }
    }
    schedule(place)
  }

  private mutating func schedule(_ place: Int) {
    guard !machines[place].isPaused, let deadline = machines[place].node.deadline else { return }
    let machine = machines[place]
    let span = max(0, deadline.milliseconds - machine.offset)
    // Rounded up, so that the clock shows the deadline at the wake-up.
    let time = max(now + 1, (span * 1_000_000 + machine.rate - 1) / machine.rate)
    guard time < machine.wake else { return }
    machines[place].wake = time
    queue.add(.wake(place), at: time)
  }

  private mutating func post(_ entry: Entry, isWrite: Bool) {
    let isTwice = isWrite && isDisturbed && random.once(in: 100)
    queue.add(entry, at: now + delay())
    if isTwice { queue.add(entry, at: now + delay() + Int64(random.below(500))) }
  }

  private mutating func send(_ event: ClusterEvent, to place: Int) {
    queue.add(.event(place, event, start: machines[place].starts), at: now + delay())
  }

  private mutating func delay() -> Int64 {
    isDisturbed && random.once(in: 200) ? Int64(random.below(500)) : Int64(1 + random.below(3))
  }

  private mutating func arrive(_ write: ClusterWrite, from place: Int) {
    guard machines[place].isReaching, !isEngineDown else { return }
    if isEngineSilent {
      // Servers that elect a leader may keep what they were given.
      if random.once(in: 4) { withheld.append((place, write, machines[place].starts)) }
      return
    }
    let (answer, change) = store.apply(write)
    if case .nodeChanged(let name, let record?, _)? = change, record.state == .gone { goneAt[name] = now }
    // One answer in 300 is lost.
    if !isDisturbed || !random.once(in: 300) { send(answer, to: place) }
    if let change { queue.add(.broadcast(change), at: now + Int64(1 + random.below(2))) }
  }

  private mutating func take(_ fault: Fault) {
    switch fault {
    case .die(let place):
      machines[place].isDead = true
      loseCalls(of: place)
    case .start(let place, let hasLock):
      guard machines[place].isDead else { return }
      machines[place].starts += 1
      machines[place].isDead = false
      machines[place].isPaused = false
      machines[place].waiting = []
      machines[place].wake = .max
      machines[place].node = ClusterNode(
        name: machines[place].node.name, incarnation: life(), settings: settings, predecessorIsDead: hasLock, placement: placement)
      if machines[place].isReaching && !isEngineDown { send(.connected, to: place) }
    case .pause(let place, let span):
      machines[place].isPaused = true
      plan(.resume(place), at: now + span)
    case .resume(let place): resume(place)
    case .cut(let place, let span):
      machines[place].isReaching = false
      queue.add(.event(place, .disconnected, start: machines[place].starts), at: now + Int64(random.below(3_000)))
      plan(.mend(place), at: now + max(span, 3_100))
    case .mend(let place):
      machines[place].isReaching = true
      if !isEngineDown { reach(place) }
    case .engineDown(let span, let losesData):
      isEngineDown = true
      if losesData { store.loseAll() }
      for place in machines.indices {
        queue.add(.event(place, .disconnected, start: machines[place].starts), at: now + Int64(random.below(500)))
      }
      plan(.engineUp, at: now + max(span, 600))
    case .engineUp:
      isEngineDown = false
      for place in machines.indices where machines[place].isReaching { reach(place) }
    case .engineSilent(let span, let loses):
      isEngineSilent = true
      losesChanges = loses
      plan(.engineAnswers, at: now + span)
    case .engineAnswers: answerAgain()
    case .drain(let place): deliver(.drain(NodeDrain(limit: 1_800_000, then: .keep)), to: place)
    case .undrain(let place): deliver(.undrain, to: place)
    }
  }

  /// Lets a silent engine work again; no node is told, except by the changes that follow those that it missed.
  private mutating func answerAgain() {
    isEngineSilent = false
    for (place, write, start) in withheld { queue.add(.arrival(place, write, start: start), at: now + Int64(random.below(500))) }
    withheld = []
    for place in missed.sorted() where !isEngineDown && machines[place].isReaching {
      queue.add(.event(place, .connected, start: machines[place].starts), at: now + 1 + Int64(random.below(3_000)))
    }
    missed = []
  }

  /// Lets a node write again, and read changes a moment later.
  private mutating func reach(_ place: Int) {
    let first = now + Int64(random.below(1_000))
    queue.add(.event(place, .linked, start: machines[place].starts), at: first)
    queue.add(.event(place, .connected, start: machines[place].starts), at: first + Int64(random.below(2_000)))
  }

  private mutating func resume(_ place: Int) {
    guard machines[place].isPaused else { return }
    machines[place].isPaused = false
    machines[place].wake = .max
    let waiting = machines[place].waiting
    machines[place].waiting = []
    for event in waiting { deliver(event, to: place) }
    deliver(.tick, to: place)
  }
}
