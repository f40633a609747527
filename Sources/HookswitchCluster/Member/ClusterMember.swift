internal import CallControl
package import ClusterControl
package import Locking

/// One host as a node of its cluster: its lane, its connection, its node and its gate, from the start to an orderly end.
package final class ClusterMember: Sendable {
  private struct State: Sendable {
    var standing = MemberStanding()
    var drain: NodeDrain?
    var isLeft = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var meter: LoadMeter
  }

  package let settings: MemberSettings
  /// The store of leases, slots and lines; used on its lane.
  package let store: any ClusterStore
  /// The store of connected calls, records and requests, on the same lane: the same one without `traffic-servers`.
  package let trafficStore: any ClusterStore
  /// The gate, which any thread may ask.
  package let gate: ClusterGate
  private let shell: ClusterShell
  private let ownLane: ThreadLane?
  private let surroundings: LockedSurroundings
  private let state: Locked<State>

  /// Makes a node with a thread and a connection of its own, and connects nothing yet.
  ///
  /// - Throws: `missingLibrary`, or `badSetting`.
  package convenience init(_ settings: MemberSettings) throws(ClusterStoreError) {
    try NATSLibrary.open()
    let names = settings.names
    guard let lane = ThreadLane(name: "cluster") else { throw Self.noRoom }
    var random = SystemRandomNumberGenerator()
    let engine = settings.engine
    let plans =
      settings.traffic == nil ? StreamPlan.all(names, replicas: engine.replicas) : StreamPlan.lines(names, replicas: engine.replicas)
    var single = engine
    // Records and connected calls are many, and nobody waits for them.
    single.sendsBatches = settings.traffic == nil
    let store = try Self.store(names, single, plans, seed: random.next(), lane)
    var traffic: EngineStore?
    if var second = settings.traffic {
      second.sendsBatches = true
      traffic = try Self.store(names, second, StreamPlan.traffic(names, replicas: second.replicas), seed: random.next(), lane)
    }
    let incarnation = Incarnation(high: random.next(), low: random.next())
    self.init(settings, store: store, traffic: traffic, incarnation: incarnation, random: random, lane: lane)
  }

  private static func store(
    _ names: ClusterNames, _ settings: NATSSettings, _ plans: [StreamPlan], seed: UInt64, _ lane: ThreadLane
  ) throws(ClusterStoreError) -> EngineStore {
    guard let wire = NATSWire(names: names, settings: settings, lane: lane) else {
      lane.stop()
      throw noRoom
    }
    return EngineStore(names: names, wire: wire, settings: EngineSettings(streams: plans, seed: seed))
  }

  private static var noRoom: ClusterStoreError {
    .badSetting(name: "cluster", reason: "the system has no thread or file descriptor left")
  }

  /// Makes a node over a store, such as one in memory.
  package init(
    _ settings: MemberSettings, store: any ClusterStore, traffic: (any ClusterStore)? = nil, incarnation: Incarnation,
    random: any RandomNumberGenerator & Sendable, lane: ThreadLane? = nil
  ) {
    let node = ClusterNode(
      name: settings.node, incarnation: incarnation, profile: settings.profile, settings: settings.times,
      predecessorIsDead: !settings.predecessors.isEmpty, predecessors: settings.predecessors)
    let hearing = Hearing()
    let shell = ClusterShell(node, names: settings.names, store: store, random: random) { hearing.hear($0) }
    self.settings = settings
    self.store = store
    trafficStore = traffic ?? store
    self.shell = shell
    gate = shell.gate
    ownLane = lane
    surroundings = LockedSurroundings()
    var standing = MemberStanding()
    standing.traffic = traffic.map { _ in TrafficStanding() }
    state = Locked(State(standing: standing, meter: LoadMeter(at: shell.gate.now)))
    hearing.set { [weak self] event in self?.take(event) }
  }

  /// Answers whether another node has a call in front on a line (K8); without it every node may have one.
  package let fronts = LockedFunction<@Sendable (_ line: String, _ node: NodeName) -> Bool>()

  /// The source of the lines' standings for the host.
  package var standings: GateStandings {
    GateStandings(gate, hasFront: { [fronts] in fronts.value?($0, $1) ?? true }) { [weak self] line in self?.handle(.busyChanged(line)) }
  }

  /// The figures of the connection.
  package var standing: MemberStanding { state.withLock { $0.standing } }

  /// The terms of the drain; nil while the node does not drain.
  package var drainTerms: NodeDrain? { state.withLock { $0.drain } }

  // MARK: Beginning and end

  /// Connects and joins.
  package func open(_ surroundings: MemberSurroundings) {
    self.surroundings.set(surroundings)
    store.lane.run { [self] in
      shell.open()
      if trafficStore !== store { trafficStore.open(watching: []) { [weak self] event in self?.takeTraffic(event) } }
      measure()
    }
  }

  /// Leaves in order, so that others take the slots at once (K6); returns once the engine has it, or after `limit`.
  ///
  /// From the first moment no call is added.
  package func leave(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      let isLeft = state.withLock { state in
        if !state.isLeft { state.waiting.append(continuation) }
        return state.isLeft
      }
      if isLeft { return continuation.resume() }
      store.lane.run { [self] in
        shell.handle(.leave)
        store.lane.after(limit) { [self] in noteLeft() }
      }
    }
  }

  /// Ends the connection, without a word to the cluster.
  package func close() {
    store.lane.run { [self] in
      shell.close()
      if trafficStore !== store { trafficStore.close() }
    }
    ownLane?.stop()
    noteLeft()
  }

  private func noteLeft() {
    let waiting = state.withLock { state in
      state.isLeft = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  // MARK: Orders

  /// Gives the node an event. [any thread]
  package func handle(_ event: ClusterEvent) {
    store.lane.run { [self] in
      shell.handle(event)
      if case .busyChanged = event { endIdleDrain() }
    }
  }

  /// Begins a drain; it counts when this returns (K14). [any thread but the lane]
  package func drain(_ terms: NodeDrain) async {
    state.withLock { $0.drain = terms }
    await perform { [self] in
      shell.handle(.drain(terms))
      endIdleDrain()
    }
  }

  /// Ends a drain.
  package func undrain() async {
    state.withLock { $0.drain = nil }
    await perform { [self] in shell.handle(.undrain) }
  }

  /// Runs a function on the lane, and returns after it.
  private func perform(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      store.lane.run {
        body()
        continuation.resume()
      }
    }
  }

  /// Ends the drain of a node that is idle and that nobody can take slots from.
  private func endIdleDrain() {
    guard state.withLock({ $0.drain?.then == .end }) else { return }
    let node = gate.node
    if !node.hasCalls, !node.hasHeirs { endDrain(isIdle: true) }
  }

  private func endDrain(isIdle: Bool) {
    let ends = state.withLock { state in
      guard state.drain?.then == .end else { return false }
      state.drain?.then = .keep
      return true
    }
    if ends { surroundings.value.drainEnded(isIdle) }
  }

  // MARK: News

  /// Tells the node its load at each beat.
  private func measure() {
    let (lines, calls) = surroundings.value.load()
    let now = gate.now
    let load = state.withLock { $0.meter.load(lines: lines, calls: calls, at: now, beat: settings.times.beat) }
    shell.handle(.loadChanged(load))
    store.lane.after(.milliseconds(settings.times.beat)) { [weak self] in
      if let self, !self.state.withLock({ $0.isLeft }) { measure() }
    }
  }

  /// Takes an event of the second connection.
  private func takeTraffic(_ event: ClusterStoreEvent) {
    let around = surroundings.value
    let now = gate.now
    var connection: ClusterShellEvent?
    switch event {
    case .connected: connection = .trafficConnection(isUp: true, reason: "")
    case .disconnected(let reason): connection = .trafficConnection(isUp: false, reason: reason)
    case .problem(let error):
      state.withLock { $0.standing.traffic?.reason = error.description }
      around.note(true, "traffic: \(error.description)")
    case .snapshot, .changed: return
    }
    if case .trafficConnection(let isUp, let reason)? = connection {
      state.withLock { $0.standing.traffic = TrafficStanding(isConnected: isUp, reason: isUp ? nil : reason, since: now) }
      around.note(!isUp, isUp ? "is connected to the traffic servers" : "is not connected to the traffic servers: \(reason)")
    }
    around.changed()
    if let connection { around.news(connection) }
  }

  private func take(_ event: ClusterShellEvent) {
    let around = surroundings.value
    switch event {
    case .effect(let effect): take(effect, around)
    case .problem(let error):
      state.withLock { $0.standing.problem = error.description }
      around.note(true, error.description)
      around.changed()
    case .unreadable(let key, let reason): around.note(true, "the key \(key) cannot be used: \(reason)")
    case .connection(let isUp, let reason):
      let now = gate.now
      state.withLock { state in
        state.standing.isConnected = isUp
        state.standing.reason = isUp ? nil : reason
        state.standing.since = now
      }
      around.note(!isUp, isUp ? "is connected" : "is not connected: \(reason)")
      around.changed()
    case .renewed(let milliseconds):
      state.withLock { state in
        state.standing.renewal = milliseconds
        state.standing.problem = nil
      }
      around.renewed(Double(milliseconds) / 1_000)
    case .tookOver: state.withLock { $0.standing.takeovers += 1 }
    case .claims, .placesChanged, .linesRead, .lineChanged, .trafficConnection: break
    }
    around.news(event)
    if case .connection(let isUp, let reason) = event, trafficStore === store {
      around.news(.trafficConnection(isUp: isUp, reason: reason))
    }
  }

  private func take(_ effect: ClusterEffect, _ around: MemberSurroundings) {
    switch effect {
    case .gained(let slot, _), .lost(let slot):
      let lines = gate.busyLines(in: slot)
      if !lines.isEmpty { around.standingsChanged(lines) }
    case .leaseBegan:
      around.note(false, "has its lease")
      around.standingsChanged(nil)
      around.changed()
    case .leaseEnded:
      // A node that leaves in order gives its lease up.
      if ![.leaving, .left].contains(gate.node.phase) { around.note(true, "is cut off: it adds no call until it reaches the engine") }
      around.standingsChanged(nil)
      around.changed()
    case .rejoined(let incarnation):
      around.note(true, "was expired by another node, and joins again as \(incarnation): its calls go on as strays")
      around.standingsChanged(nil)
    case .drained:
      around.note(false, "is drained")
      endDrain(isIdle: true)
    case .drainTimedOut(let then):
      around.note(true, "the time of the drain is over")
      if then == .end { endDrain(isIdle: false) }
    case .left: noteLeft()
    case .nodeGone(let life, let isDead): around.note(true, "the node \(life.node) is \(isDead ? "dead" : "gone")")
    case .report(let report): around.note(true, report.sentence)
    case .readMap, .write, .giveBack: break
    }
  }
}

extension ClusterReport {
  /// The report for a log.
  fileprivate var sentence: String {
    switch self {
    case .engineWentBack(let slot): "the engine lost data\(slot.map { " of the slot \($0)" } ?? ""): its owners write it again"
    case .otherLayout(let digits): "the cluster has slots of \(digits) digits, and this node joins nothing"
    case .readRestarted: "too many changes came during a whole read, which begins again"
    }
  }
}
