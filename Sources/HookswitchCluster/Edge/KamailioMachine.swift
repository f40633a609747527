package import ClusterControl

/// The edge's work at one Kamailio: tables wanted and answers in, requests out.
///
/// It knows no socket and no clock. A request without an answer is sent again with the value that is wanted by then, so that answers may
/// be lost and Kamailio may restart at any moment.
package struct KamailioMachine: Sendable {
  /// An input.
  package enum Event: Equatable, Sendable {
    /// The tables that Kamailio shall have from now on.
    case wanted(EdgeTables)
    /// The processes of nodes at these addresses have ended.
    case dead([EdgeAddress])
    /// The answer to a request.
    case answer(id: Int, KamailioAnswer)
    /// The socket takes requests.
    case connected
    /// The socket cannot be reached, or a request could not be sent.
    case lost(reason: String)
    /// A deadline has come.
    case tick
  }

  /// An output.
  package enum Effect: Equatable, Sendable {
    case send(id: Int, KamailioRequest)
    /// Makes a new socket and tells of it.
    case connect
    case note(KamailioNote)
  }

  enum Phase: Equatable, Sendable {
    /// The time of the next attempt; nil while one is made.
    case away(until: ClusterTime?)
    /// The tables get every key.
    case filling
    /// The mark is set after the last key.
    case marking
    case filled
  }

  struct Open: Sendable {
    let request: KamailioRequest
    let deadline: ClusterTime
  }

  /// The largest number of requests under way: a datagram socket holds 10.
  static let window = 6

  let times: KamailioTimes
  var random: SpreadGenerator
  var phase = Phase.away(until: ClusterTime(milliseconds: 0))
  var wanted: EdgeTables?
  /// The keys to write, each once, in their order.
  var queue = KeyQueue()
  /// The requests of a filling that come before its keys.
  var firsts: [KamailioRequest] = []
  /// True when Kamailio's tables may have keys, all of which the present filling writes or removes; nil before the look for the mark.
  var hasOldKeys: Bool?
  /// True when the keys of the present filling are in the queue.
  var hasAllKeys = false
  var open: [Int: Open] = [:]
  var sweeps: [CallSweep] = []
  var states = PingStates()
  var nextLook = ClusterTime(milliseconds: 0)
  /// The time before which nothing is written, after a refusal.
  var pause: ClusterTime?
  /// The number of requests without an answer since the last answer.
  var failures = 0
  /// The number of losses since the tables were filled.
  var attempts = 0
  /// True while the log knows that Kamailio cannot be reached.
  var isNotedAway = false
  /// The number of keys written since the last note.
  var written = 0
  /// The places of the nodes that are dead by their silence.
  var silent: Set<String> = []
  private var lastID = 0
  private var refusals: Set<String> = []

  /// Creates the work; it begins with the attempt to connect.
  package init(times: KamailioTimes = KamailioTimes(), seed: UInt64) {
    self.times = times
    random = SpreadGenerator(state: seed)
  }

  /// True when Kamailio has all that is wanted.
  package var isFilled: Bool { phase == .filled && queue.isEmpty && open.values.allSatisfy { !$0.request.isWrite } }

  /// Returns the request under way that has a number.
  package func request(_ id: Int) -> KamailioRequest? { open[id]?.request }

  /// Handles an event.
  package mutating func handle(_ event: Event, at now: ClusterTime) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .wanted(let tables): want(tables)
    case .dead(let addresses): for address in addresses { sweep(address, at: now) }
    case .connected:
      if case .away = phase { fill() }
    case .lost(let reason): lose(reason, at: now, &effects)
    case .answer(let id, let answer):
      if let entry = open.removeValue(forKey: id) {
        failures = 0
        take(answer, to: entry.request, at: now, &effects)
      }
    case .tick: expire(at: now, &effects)
    }
    advance(at: now, &effects)
    return effects
  }

  /// The time of the next tick.
  package var deadline: ClusterTime? {
    if case .away(let until) = phase { return until }
    guard wanted != nil else { return nil }
    let answers = open.values.map(\.deadline).min()
    // Nothing new is sent before one of these.
    if let pause { return min(pause, answers ?? pause) }
    if open.count >= Self.window { return answers }
    var times = sweeps.compactMap(\.deadline)
    if let answers { times.append(answers) }
    if phase == .filled {
      if !open.values.contains(where: { $0.request == .look }) { times.append(nextLook) }
      if !open.values.contains(where: { $0.request.isPing }) { times.append(states.nextList) }
    }
    return times.min()
  }

  // MARK: The tables

  private mutating func want(_ tables: EdgeTables) {
    var tables = tables
    // Silence is a finding of the edge, which the map does not have.
    silent.formIntersection(tables.doubted.map(\.place))
    for place in silent { tables.entries[.dead, default: [:]][place] = "1" }
    let old = wanted
    wanted = tables
    guard let old, old.digits == tables.digits else { return restartFilling() }
    guard hasAllKeys else { return }
    for table in EdgeTable.allCases { for key in tables.changes(of: table, from: old) { queue.add(table, key) } }
  }

  /// Begins a filling; the answers to earlier requests count no more.
  mutating func fill() {
    phase = .filling
    states = PingStates()
    restartFilling()
  }

  private mutating func restartFilling() {
    if case .away = phase { return }
    phase = .filling
    open = [:]
    for index in sweeps.indices { sweeps[index].reset() }
    queue = KeyQueue()
    hasAllKeys = false
    written = 0
    pause = nil
    firsts = []
    hasOldKeys = nil
  }

  /// Begins to write, once the look for the mark is answered.
  mutating func beginWriting(over hasOldKeys: Bool) {
    self.hasOldKeys = hasOldKeys
    // A stale entry of these two is found by its key; lent lines may be too many for one answer.
    firsts = [.dump(.node), .dump(.dead), .flush(.line)]
    // No call needs a table that is not filled. A filled one is never empty for a moment.
    if !hasOldKeys { firsts.append(.flush(.slot)) }
  }

  private mutating func enqueueAll() {
    guard let wanted else { return }
    hasAllKeys = true
    if hasOldKeys == true { for key in wanted.slotKeys { queue.add(.slot, key) } }
    for table in EdgeTable.allCases {
      for key in (wanted.entries[table] ?? [:]).keys.sorted() { queue.add(table, key) }
    }
  }

  // MARK: Requests

  private mutating func advance(at now: ClusterTime, _ effects: inout [Effect]) {
    if case .away(let until) = phase {
      guard let until, until <= now else { return }
      phase = .away(until: nil)
      return effects.append(.connect)
    }
    guard wanted != nil else { return }
    for index in sweeps.indices.reversed() {
      // The new process has calls of its own by now.
      let isOver = wanted?[.dead, sweeps[index].address.place] == nil && now - sweeps[index].began > times.restart
      guard isOver || sweeps[index].finishRound(at: now) else { continue }
      let sweep = sweeps.remove(at: index)
      effects.append(.note(.ended(place: sweep.address.place, answered: sweep.answered, ringing: sweep.ringing)))
    }
    while open.count < Self.window, let request = next(at: now) {
      lastID += 1
      open[lastID] = Open(request: request, deadline: now + times.answer)
      effects.append(.send(id: lastID, request))
    }
    noteUpdates(&effects)
  }

  private mutating func next(at now: ClusterTime) -> KamailioRequest? {
    if let pause {
      guard pause <= now else { return nil }
      self.pause = nil
    }
    if phase == .filling {
      guard hasOldKeys != nil else { return open.isEmpty ? .look : nil }
      if !firsts.isEmpty { return firsts.removeFirst() }
      guard !open.values.contains(where: { $0.request.isFirst }) else { return nil }
      if !hasAllKeys { enqueueAll() }
    }
    let busy = Set(open.values.compactMap(\.request.key))
    if let key = queue.take(butNot: busy) { return .write(key.table, key: key.name, value: wanted?[key.table, key.name]) }
    if phase == .filling, open.isEmpty, queue.isEmpty {
      phase = .marking
      return .mark
    }
    guard phase == .filled else { return nil }
    for index in sweeps.indices { if let request = sweeps[index].request(at: now) { return request } }
    if nextLook <= now, !open.values.contains(where: { $0.request == .look }) { return .look }
    return states.request(at: now, wanted: wanted?.pinged ?? [], isOpen: open.values.contains { $0.request.isPing })
  }

  private mutating func noteUpdates(_ effects: inout [Effect]) {
    guard phase == .filled, queue.isEmpty, written > 0, open.values.allSatisfy({ !$0.request.isWrite }) else { return }
    effects.append(.note(.updated(keys: written)))
    written = 0
  }

  private mutating func expire(at now: ClusterTime, _ effects: inout [Effect]) {
    let late = open.filter { $0.value.deadline <= now }
    guard !late.isEmpty else { return }
    for (id, entry) in late.sorted(by: { $0.key < $1.key }) {
      open[id] = nil
      putBack(entry.request)
    }
    failures += 1
    if failures >= 3 { lose("it has not answered for \(failures) times \(times.answer) ms", at: now, &effects) }
  }

  private mutating func lose(_ reason: String, at now: ClusterTime, _ effects: inout [Effect]) {
    if case .away(until: _?) = phase { return }
    if !isNotedAway { effects.append(.note(.unreachable(reason: reason))) }
    isNotedAway = true
    attempts += 1
    failures = 0
    open = [:]
    let longest = min(times.retries.lowerBound << Int64(min(attempts, 10)), times.retries.upperBound)
    phase = .away(until: now + (longest / 2 + Int64(random.next() % UInt64(max(1, longest / 2)))))
  }

  /// Notes a refusal, each of a kind once, and waits before more is written.
  mutating func refuse(_ request: KamailioRequest, _ reason: String, at now: ClusterTime, _ effects: inout [Effect]) {
    let method = request.method.name
    if refusals.insert("\(method) \(reason)").inserted { effects.append(.note(.refused(method: method, reason: reason))) }
    // Without OPTIONS the calls go on.
    if request.isPing { return states.changed(at: now, every: 30_000) }
    putBack(request)
    pause = now + 2_000
  }
}
