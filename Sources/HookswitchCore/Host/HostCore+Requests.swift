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
  /// `listener` receives the request's news on the thread that drains the line, and must not block.
  package func request(
    _ body: RequestBody, origin: Origin, line: LineID, actions: [UUID], listener: (@Sendable (RequestNews) -> Void)? = nil
  ) -> PendingRequest {
    let id = RequestID(rawValue: requestCount.add(1, ordering: .relaxed).newValue)
    let now = clock.now
    while true {
      let (box, facts) = board.withLock { $0.place(body, line, at: now) }
      let asker = PendingRequest(id: id, line: box.id, actions: actions, listener: listener)
      if submit(.request(CallRequest(id: id, origin: origin, body: body), facts, asker), to: box) { return asker }
      // The line was forgotten in between; release the claims and try again.
      board.withLock { $0.withdraw(body, facts) }
    }
  }
}

extension Board {
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
