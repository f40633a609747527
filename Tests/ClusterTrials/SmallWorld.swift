package import ClusterControl

/// A message that is under way; it arrives at any time or never, and in any order with the others.
package enum TrialMessage: Hashable, Sendable {
  /// A write on its way to the store.
  case write(from: Int, ClusterWrite)
  /// A whole read on its way to the store.
  case read(from: Int, UInt64)
  /// An answer, a change or a request on its way to a node.
  case event(to: Int, ClusterEvent)
}

/// One step of a small world.
package enum TrialStep: Hashable, Sendable {
  /// The time goes on by one unit for all clocks that run.
  case time
  /// The time goes on while the machine of a node sleeps.
  case suspend(Int)
  /// A node's timer goes off; a node that naps does not take this step.
  case tick(Int)
  /// A message arrives.
  case arrive(TrialMessage)
  /// A call begins on the line that has calls.
  case busy(Int)
  /// The last call of the line ends.
  case idle(Int)
  /// A drain begins.
  case drain(Int)
  /// A drain ends.
  case undrain(Int)
  /// A node loses its connection to the engine.
  case lose(Int)
  /// A node has a connection again; changes do not come yet.
  case link(Int)
  /// A node's subscription to changes stands.
  case connect(Int)
}

/// Two or three nodes, an engine, one slot, and every message between them.
package struct SmallWorld: Hashable, Sendable {
  /// The line whose calls the steps begin and end.
  package static let busyLine = "busy"
  /// A line without calls.
  package static let idleLine = "idle"

  /// A clock with a fault.
  package enum ClockFault: Hashable, Sendable {
    /// The clock of the first node runs at half the speed.
    case halfSpeed
    /// The clock of the first node stops while its machine sleeps.
    case stopsInSleep
  }

  /// The nodes.
  package var nodes: [ClusterNode]
  /// True for the nodes whose machine is lost.
  package var isLost: [Bool]
  /// The nodes' clocks.
  package var clocks: [ClusterTime]
  /// The true time, in units since the world began.
  package var time = 0
  /// The store.
  package var store = TrialStore()
  /// The messages under way, each once: a copy of a message is indistinguishable from one that arrived and was sent again.
  package var messages: [TrialMessage] = []
  /// True while the line has a call on a node.
  package var hasCall: [Bool]
  /// The calls that may still begin.
  package var calls = 0
  /// The drains that may still begin.
  package var drains = 0
  /// The drains that may still be called off.
  package var undrains = 0
  /// The nodes' ways to the engine.
  package var reach: [Reach]
  /// The connections of the first node that may still be lost.
  package var losses = 0
  /// The time at which the world ends.
  package var horizon = 0
  /// The fault of the first node's clock.
  package var fault: ClockFault?

  private var lives: UInt64 = 0

  /// Creates nodes in the order in which the placement prefers them.
  package init(_ count: Int, rules: ClusterRules = .all) {
    var settings = ClusterSettings()
    settings.beat = 2
    settings.lease = 4
    settings.margin = 1
    settings.settling = 1
    settings.readLimit = 1_000
    settings.digits = 0
    settings.wishPause = 0
    var placement = Placement(digits: 0)
    var names = (1...count).map { NodeName("n\($0)") }
    placement.include(names.map { Placement.Member($0, weight: 100) })
    var ordered: [NodeName] = []
    while !names.isEmpty {
      let best = placement.members[placement.wish(active: names, room: 1_050)[0]].name
      ordered.append(best)
      names.removeAll { $0 == best }
    }
    nodes = ordered.enumerated().map { place, name in
      ClusterNode(
        name: name, incarnation: Incarnation(high: UInt64(place), low: 0), settings: settings, placement: placement, rules: rules)
    }
    isLost = Array(repeating: false, count: count)
    clocks = Array(repeating: ClusterTime(milliseconds: 0), count: count)
    hasCall = Array(repeating: false, count: count)
    reach = Array(repeating: .whole, count: count)
  }

  /// Returns the steps that are possible.
  package func steps() -> [TrialStep] {
    var steps: [TrialStep] = messages.filter { passes($0) }.map { .arrive($0) }
    for place in nodes.indices where !isLost[place] {
      if isDue(place) { steps.append(.tick(place)) }
      if calls > 0, !hasCall[place], allows(SmallWorld.busyLine, place) { steps.append(.busy(place)) }
      if hasCall[place] { steps.append(.idle(place)) }
    }
    if drains > 0, !nodes[0].isDraining { steps.append(.drain(0)) }
    if undrains > 0, nodes[0].isDraining { steps.append(.undrain(0)) }
    for place in nodes.indices where !isLost[place] {
      switch reach[place] {
      case .none: steps.append(.link(place))
      case .writes: steps.append(.connect(place))
      case .whole: if losses > 0, place == 0 { steps.append(.lose(place)) }
      }
    }
    if time < horizon {
      steps.append(.time)
      if fault == .stopsInSleep { steps.append(.suspend(0)) }
    }
    return steps
  }

  /// Takes a step.
  package mutating func take(_ step: TrialStep) {
    switch step {
    case .time, .suspend:
      time += 1
      for place in clocks.indices {
        if step == .suspend(place) { continue }
        if place == 0, fault == .halfSpeed, time % 2 == 0 { continue }
        clocks[place].milliseconds += 1
      }
    case .tick(let place): handle(.tick, at: place)
    case .arrive(let message):
      messages.removeAll { $0 == message }
      arrive(message)
    case .busy(let place):
      calls -= 1
      hasCall[place] = true
      handle(.lineBusy(SmallWorld.busyLine), at: place)
    case .idle(let place):
      hasCall[place] = false
      handle(.lineIdle(SmallWorld.busyLine), at: place)
    case .drain(let place):
      drains -= 1
      handle(.drain(NodeDrain(limit: 1_000, then: .keep)), at: place)
    case .undrain(let place):
      undrains -= 1
      handle(.undrain, at: place)
    case .lose(let place): lose(place)
    case .link(let place):
      reach[place] = .writes
      handle(.linked, at: place)
    case .connect(let place):
      reach[place] = .whole
      handle(.connected, at: place)
    }
  }

  /// Sets the rules that the nodes keep from now on.
  package mutating func keep(_ rules: ClusterRules) {
    for place in nodes.indices { nodes[place].rules = rules }
  }

  /// Lets the time go on, without delays for the other nodes, until the next step of the node `heir` leads to its taking over.
  package mutating func runUntilExpiry(napping: Int = -1, by heir: Int, time step: TrialStep = .time) {
    for _ in 0..<20 {
      var ahead = self
      ahead.run(napping: napping)
      if ahead.nodes[heir].slots.first?.isOwned(by: ahead.nodes[heir].life) == true { return }
      self = ahead
      take(step)
    }
  }

  private func concerns(_ message: TrialMessage, _ place: Int) -> Bool {
    switch message {
    case .write(let from, _), .read(let from, _): from == place
    case .event(let to, _): to == place
    }
  }

  private func isDue(_ place: Int) -> Bool {
    guard !isLost[place], let deadline = nodes[place].deadline else { return false }
    return deadline <= clocks[place]
  }

  /// Returns true when a node may add a call to a line.
  package func allows(_ line: String, _ place: Int) -> Bool {
    !isLost[place] && nodes[place].standing(of: line, at: clocks[place]).allows
  }

  /// The first promise: at most one node may add a call to a line.
  package var violation: String? {
    for line in [SmallWorld.busyLine, SmallWorld.idleLine] {
      let adding = nodes.indices.filter { allows(line, $0) }
      if adding.count > 1 {
        return "\(adding.map { nodes[$0].name.text }.joined(separator: " and ")) may add calls to the line \(line)"
      }
    }
    return nil
  }

  /// Reports an event to a node and sends the messages of its effects.
  package mutating func handle(_ event: ClusterEvent, at place: Int) {
    guard !isLost[place] else { return }
    for effect in nodes[place].handle(event, at: clocks[place]) {
      switch effect {
      case .write(let write): post(.write(from: place, write))
      case .readMap(let number): post(.read(from: place, number))
      case .giveBack(let back, let owner):
        if let to = nodes.firstIndex(where: { $0.name == owner }) { post(.event(to: to, .lineReturned(back))) }
      default: break
      }
    }
  }

  private mutating func arrive(_ message: TrialMessage) {
    switch message {
    case .write(let from, let write):
      let result = store.apply(write)
      post(.event(to: from, result.answer))
      guard let change = result.change else { return }
      for place in nodes.indices where place != from { post(.event(to: place, change)) }
    case .read(let from, let number):
      lives += 1
      let fresh = Incarnation(high: UInt64(from), low: lives)
      post(.event(to: from, .mapRead(number, store.map, fresh: fresh)))
    case .event(let to, let event): handle(event, at: to)
    }
  }

  private mutating func post(_ message: TrialMessage) {
    if case .event(let to, let event) = message {
      // Without its subscription a node gets answers alone.
      if isLost[to] || reach[to] != .whole && !Self.isAnswer(event) || isStale(event, for: nodes[to]) { return }
    }
    if !messages.contains(message) { messages.append(message) }
  }

  /// Returns true for a change that the node ignores, because it knows a later one.
  private func isStale(_ event: ClusterEvent, for node: ClusterNode) -> Bool {
    switch event {
    case .nodeChanged(let name, _, let revision): node.watched(name).map { revision <= $0.revision } ?? false
    case .slotChanged(let slot, _, let revision):
      node.slots.indices.contains(slot.index) && revision <= node.slots[slot.index].revision
    case .layoutChanged(_, let revision): revision <= node.layout?.revision ?? 0
    default: false
    }
  }

  /// Drops the messages that change nothing any more, so that fewer states differ.
  package mutating func dropStale() {
    messages = messages.filter { message in
      guard case .event(let to, let event) = message else { return true }
      return !isStale(event, for: nodes[to])
    }
  }

  /// A number that two equal worlds share, without the order of the messages.
  package var fingerprint: Int {
    var hasher = Hasher()
    for (place, node) in nodes.enumerated() where !isLost[place] {
      hasher.combine(node)
      hasher.combine(clocks[place])
    }
    hasher.combine(time)
    hasher.combine(store)
    hasher.combine(hasCall)
    hasher.combine([calls, drains, undrains, losses])
    hasher.combine(reach)
    var sum = 0
    for message in messages { sum &+= message.hashValue }
    hasher.combine(sum)
    return hasher.finalize()
  }

  /// Runs without delays until the first node owns the slot and the others have joined, then takes `quiet` units more.
  package mutating func start(quiet: Int = 0) {
    for place in nodes.indices { handle(.connected, at: place) }
    for _ in 0..<60 {
      run()
      if nodes[0].slots.first?.isOwned(by: nodes[0].life) == true, nodes.allSatisfy({ $0.phase == .joined }) { break }
      take(.time)
    }
    for _ in 0..<quiet {
      take(.time)
      run()
    }
  }

  /// Delivers every message in order, and ticks, until nothing is left to do at this time.
  ///
  /// - Parameter napping: a node that takes no event and whose messages do not arrive.
  package mutating func run(napping: Int = -1) {
    for _ in 0..<1_000 {
      if let first = messages.first(where: { !concerns($0, napping) && passes($0) }) {
        take(.arrive(first))
      } else if let place = nodes.indices.first(where: { $0 != napping && isDue($0) }) {
        take(.tick(place))
      } else {
        return
      }
    }
  }
}
