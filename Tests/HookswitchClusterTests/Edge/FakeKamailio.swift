import ClusterControl
import HookswitchCluster

/// Kamailio as a value, under virtual time: it carries requests out at once, and may lose answers.
struct FakeKamailio {
  var machine: KamailioMachine
  var now = ClusterTime(milliseconds: 1_000)
  var tables: [EdgeTable: [String: String]] = [:]
  var isMarked = false
  var pinged: [String: Bool] = [:]
  /// The calls of each node, by its destination and share.
  var calls: [String: [KamailioCall]] = [:]
  var notes: [KamailioNote] = []
  /// The requests of each kind.
  var counts: [String: Int] = [:]
  var ended: [KamailioCall] = []
  var refused: [KamailioCall] = []
  /// False while nothing listens.
  var isThere = true
  /// The number of the request whose answer is lost, and each one after so many.
  var losesEach = 0
  private var requests = 0
  private var lastChange = ClusterTime(milliseconds: 0)

  init(times: KamailioTimes = KamailioTimes()) { machine = KamailioMachine(times: times, seed: 7) }

  /// Gives the machine an event, and carries all out that follows at this moment.
  mutating func handle(_ event: KamailioMachine.Event) {
    var events = [event]
    while !events.isEmpty {
      for effect in machine.handle(events.removeFirst(), at: now) {
        switch effect {
        case .note(let note): notes.append(note)
        case .connect: events.append(isThere ? .connected : .lost(reason: "nobody listens"))
        case .send(let id, let request):
          guard isThere else {
            events.append(.lost(reason: "nobody listens"))
            continue
          }
          requests += 1
          let answer = carryOut(request)
          if losesEach == 0 || requests % losesEach != 0 { events.append(.answer(id: id, answer)) }
        }
      }
    }
  }

  /// Lets time pass, with a tick at each deadline.
  mutating func pass(_ milliseconds: Int64) {
    let end = now + milliseconds
    while let deadline = machine.deadline, deadline < end {
      now = max(now + 1, deadline)
      handle(.tick)
    }
    now = max(now, end)
    handle(.tick)
  }

  /// Ends the process; the next one has empty tables.
  mutating func restart() {
    (tables, isMarked, pinged, calls) = ([:], false, [:], [:])
  }

  mutating func add(_ calls: [KamailioCall], of destination: String) {
    for call in calls { self.calls["\(destination)/\(call.id % 256)", default: []].append(call) }
  }

  private mutating func carryOut(_ request: KamailioRequest) -> KamailioAnswer {
    count(request)
    switch request {
    case .look: return isMarked ? .done : .absent
    case .mark: isMarked = true
    case .write(let table, let key, let value):
      let old = tables[table]?[key]
      tables[table, default: [:]][key] = value
      if value == nil, old == nil { return .absent }
    case .flush(let table): tables[table] = [:]
    case .dump(let table): return .keys((tables[table] ?? [:]).keys.sorted())
    case .pinged: return .pinged(pinged)
    case .addPinged(let uri):
      guard now - lastChange >= 1_000 else { return .busy }
      (pinged[uri], lastChange) = (true, now)
    case .removePinged(let uri):
      guard now - lastChange >= 1_000 else { return .busy }
      (pinged[uri], lastChange) = (nil, now)
    case .calls(let destination, let share): return .calls(calls["\(destination)/\(share)"] ?? [])
    case .end(let call):
      ended.append(call)
      remove(call)
    case .refuse(let call):
      refused.append(call)
      remove(call)
    }
    return .done
  }

  private mutating func remove(_ call: KamailioCall) {
    for key in calls.keys { calls[key]?.removeAll { $0 == call } }
  }

  private mutating func count(_ request: KamailioRequest) {
    let word = "\(request)".prefix { $0 != "(" }
    counts[String(word), default: 0] += 1
  }
}
