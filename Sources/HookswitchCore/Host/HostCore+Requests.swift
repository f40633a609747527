package import CallControl
package import FoundationEssentials
internal import Locking
internal import Synchronization

extension RequestBody {
  /// New ids for the actions of a transaction.
  package var freshNames: [UUID] {
    if case .transaction(let actions) = self { actions.map { _ in .fresh() } } else { [] }
  }
}

extension HostCore {
  /// Sends a request to the line of the calls that it names, else to `line`.
  ///
  /// `actor` names the person or program that asks, for journals and the history. `listener` receives the request's news on the thread that
  /// drains the line, and must not block.
  package func request(
    _ body: RequestBody, origin: Origin, actor: String? = nil, line: LineID, actions: [UUID],
    listener: (@Sendable (RequestNews) -> Void)? = nil
  ) -> PendingRequest {
    let id = RequestID(rawValue: requestCount.add(1, ordering: .relaxed).newValue)
    let now = clock.now
    while true {
      let (box, facts) = board.withLock { $0.place(body, line, at: now) }
      let asker = PendingRequest(id: id, line: box.id, actions: actions, listener: listener)
      if submit(.request(CallRequest(id: id, origin: origin, actor: actor, body: body), facts, asker), to: box) { return asker }
      // The line was forgotten in between; release the claims and try again.
      board.withLock { $0.withdraw(body, facts) }
    }
  }
}

extension HostCore {
  /// Returns true for a call that this host has, or had within the last day (S7).
  package func knows(_ call: CallID) -> Bool {
    let now = clock.now
    return board.withLock { $0.switchboard.isTaken(call, at: now) }
  }

  /// Returns the course that a request would take now; nothing is sent, and nothing changes.
  ///
  /// Any thread. A line that does not exist yet is not made.
  package func preview(_ body: RequestBody, origin: Origin, line: LineID) -> RequestPreview {
    let now = clock.now
    let (box, policy, facts) = board.withLock { $0.look(body, line, at: now) }
    let copy = box?.copy(rosters, at: now) ?? Line(id: line, policy: policy, roster: rosters.current.roster)
    return copy.preview(body, origin: origin, facts: facts, at: now)
  }
}

extension Board {
  /// Finds a request's line and the facts about its calls, without claiming anything; the policy is that of a line that does not exist.
  fileprivate mutating func look(_ body: RequestBody, _ line: LineID, at now: Instant) -> (LineBox?, LinePolicy, RequestFacts) {
    var facts = RequestFacts()
    let boxes = body.namedCalls.compactMap { self.line(of: $0) }
    facts.crossesLines = boxes.contains { $0 !== boxes[0] }
    for call in body.startedCalls where switchboard.isTaken(call, at: now) { facts.takenCalls.append(call) }
    return (boxes.first ?? lines[line], policies[line] ?? policy, facts)
  }

  /// Finds a request's line, and claims the ids of the calls that it starts.
  fileprivate mutating func place(_ body: RequestBody, _ line: LineID, at now: Instant) -> (LineBox, RequestFacts) {
    var facts = RequestFacts()
    var known: LineBox?
    for call in body.namedCalls {
      guard let box = self.line(of: call) else { continue }
      if let known, known !== box { facts.crossesLines = true }
      known = known ?? box
    }
    let box = known ?? self.line(line)
    if facts.crossesLines { return (box, facts) }
    var claimed: [CallID] = []
    for call in body.startedCalls where !claimed.contains(call) && !facts.takenCalls.contains(call) {
      if switchboard.claim(call, on: box.id, at: now) { claimed.append(call) } else { facts.takenCalls.append(call) }
    }
    return (box, facts)
  }

  fileprivate mutating func withdraw(_ body: RequestBody, _ facts: RequestFacts) {
    if facts.crossesLines { return }
    for call in body.startedCalls where !facts.takenCalls.contains(call) { switchboard.release(call) }
  }
}
