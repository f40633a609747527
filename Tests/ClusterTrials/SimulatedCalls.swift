import ClusterControl

/// The calls of a simulated cluster.
struct SimulatedCalls {
  struct Call {
    let line: String
    let machine: Int
    let start: UInt64
    let life: NodeLife
  }

  var pause = 100
  var lines = 1
  var end: Int64 = 0
  var count = 0
  /// The calls that are up, by number.
  var up: [Int: Call] = [:]
  /// The numbers of the calls of each line with calls.
  var byLine: [String: [Int]] = [:]
  /// The numbers of calls that are up, in the order in which they began.
  var order: [Int] = []
}

extension ClusterSimulation {
  /// Adds a call at the node that a random node names for the line, as a gateway does.
  mutating func addCall() {
    let line: String
    // A third of the calls come to lines that have one, so that lent lines get calls.
    if random.once(in: 3), !calls.order.isEmpty, let call = calls.up[calls.order[random.below(calls.order.count)]] {
      line = call.line
    } else {
      line = "line-\(random.below(calls.lines))"
    }
    let gateway = random.below(machines.count)
    guard !machines[gateway].isDead, let name = machines[gateway].node.node(for: line),
      let place = machines.firstIndex(where: { $0.node.name == name }), !machines[place].isDead, !machines[place].isPaused
    else {
      refused += 1
      return
    }
    let standing = machines[place].node.standing(of: line, for: .incoming, at: clock(place))
    guard standing.allows else {
      refused += 1
      return
    }
    if standing == .borrowed { addedToLent += 1 }
    added += 1
    checkCall(line, at: place)
    calls.count += 1
    calls.up[calls.count] = SimulatedCalls.Call(
      line: line, machine: place, start: machines[place].starts, life: machines[place].node.life)
    calls.order.append(calls.count)
    let isFirst = !(calls.byLine[line] ?? []).contains { calls.up[$0]?.machine == place }
    calls.byLine[line, default: []].append(calls.count)
    endLater(calls.count, after: 1_000 + Int64(random.below(40_000)))
    if isFirst { deliver(.lineBusy(line), to: place) }
  }

  /// Ends a call at the node that has it.
  mutating func endCall(_ number: Int) {
    guard let call = forget(number) else { return }
    let isLast = !(calls.byLine[call.line] ?? []).contains { calls.up[$0]?.machine == call.machine }
    if isLast && machines[call.machine].starts == call.start { deliver(.lineIdle(call.line), to: call.machine) }
  }

  /// Ends the calls of a machine that is lost.
  mutating func loseCalls(of place: Int) {
    for number in calls.order where calls.up[number]?.machine == place { _ = forget(number) }
  }

  private mutating func forget(_ number: Int) -> SimulatedCalls.Call? {
    guard let call = calls.up.removeValue(forKey: number) else { return nil }
    calls.order.removeAll { $0 == number }
    calls.byLine[call.line]?.removeAll { $0 == number }
    if calls.byLine[call.line]?.isEmpty == true { calls.byLine[call.line] = nil }
    return call
  }

  /// The promises at the begin of a call: no other node may add one, and the line's calls are on this node, except strays.
  private mutating func checkCall(_ line: String, at place: Int) {
    for other in machines.indices where other != place && !machines[other].isDead {
      if machines[other].node.standing(of: line, at: clock(other)).allows {
        breaches.append("\(now) ms: \(machines[place].node.name) added a call to \(line), and \(machines[other].node.name) may")
      }
    }
    for number in calls.byLine[line] ?? [] {
      guard let call = calls.up[number], call.machine != place, let record = store.map.nodes[call.life.node]?.value else { continue }
      if record.incarnation == call.life.incarnation && record.state != .gone {
        breaches.append("\(now) ms: \(machines[place].node.name) added a call to \(line), whose call \(call.life.node) has")
      }
    }
  }
}
