internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import JournalKit
internal import Locking
internal import StrictJSON

/// A connection's subscription to the flight recorder: a place in it, and no queue of its own.
struct TraceSubscription: Sendable {
  let choice: FlightRecorder.Choice
  /// The lines whose records the connection may read.
  let scope: LineScope
  /// The number of the last record that the connection has.
  var after: UInt64
}

// The flight recorder.
extension HostService {
  /// The largest number of records in one answer.
  static let tracePage = 10_000
  /// The largest number of records in one notification.
  static let traceBatch = 100

  /// The member of an answer to another node with the id of this node's flight recorder.
  package static let recorderMember = "recorder"

  func deck(_ method: MethodName) throws(MethodError) -> FlightDeck {
    guard let deck = settings.flight else { throw Self.lacking("a flight recorder", method.rawValue) }
    return deck
  }

  func readTrace(_ call: MethodCall) async throws(MethodError) -> JSONValue {
    let deck = try deck(.traceRead)
    let choice = try choice(call.parameters)
    await host.core.flushFlight()
    let limit = min(max(call.parameters.int("limit"), 1), Self.tracePage)
    let (page, dropped) = deck.page(after: UInt64(clamping: call.parameters.int("after")), of: choice, limit: limit)
    let scope = call.rights.scope(of: .traceRead) ?? .only([])
    let standing = deck.standing
    return .object(of: [
      "records": .array(page.entries.filter { scope.admits($0) }.map { json(of: $0) }), "next": .integer(page.next),
      "more": .bool(page.hasMore), "dropped": .integer(dropped), "bytes": .integer(standing.bytes), "limit": .integer(standing.limit),
      "messages": messagesJSON,
    ])
  }

  func subscribeTrace(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let deck = try deck(.traceSubscribe)
    let choice = try choice(call.parameters)
    switch choice {
    case .line(let line): try refuseElsewhere(RequestSubject(line: line.rawValue))
    case .call(let id):
      // The node that asks looks at other nodes then.
      if call.peer.door == .cluster, !host.core.knows(id), deck.page(after: 0, of: choice, limit: 1).page.entries.isEmpty {
        throw CallError(.unknownCallUUID, [id]).refusal
      }
    case .all: break
    }
    let subscription = TraceSubscription(
      choice: choice, scope: call.rights.scope(of: .traceSubscribe) ?? .only([]),
      after: UInt64(clamping: call.parameters.int("after")))
    let number = state.withLock { state -> Int? in
      guard let number = state.sessions[call.session]?.nextTrace else { return nil }
      state.sessions[call.session]?.traces[number] = subscription
      return number
    }
    guard let number else { throw Self.tooManySubscriptions }
    deck.ring { [weak self] in self?.announce() }
    announce()
    let (_, dropped) = deck.page(after: .max, of: subscription.choice, limit: 1)
    return .object(of: [
      "subscription": .integer(number), "dropped": .integer(dropped),
      // The numbers of records begin anew with each start, so another node asks for those after a number of this start alone.
      Self.recorderMember: call.peer.door == .cluster ? .string(settings.epoch) : nil,
    ])
  }

  func unsubscribeTrace(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let number = call.parameters.int("subscription")
    let found = state.withLock { $0.sessions[call.session]?.traces.removeValue(forKey: number) }
    guard found != nil || endFeeds(of: call.session, .trace(number)) else {
      throw MethodError(
        .notFound, "this connection has no subscription \(number) to the flight recorder",
        ["what": "subscription", "name": .string("\(number)")])
    }
    return .object([])
  }

  private func choice(_ parameters: Parameters) throws(MethodError) -> FlightRecorder.Choice {
    switch (parameters.reference("call"), parameters.optionalText("line")) {
    case (let call?, nil): .call(try resolve(call))
    case (nil, let line?): .line(LineID(rawValue: line))
    case (nil, nil): .all
    case (.some, .some): throw Self.invalid("/line", "left out where call is given")
    }
  }

  /// Returns the next notifications of a connection's subscriptions to the flight recorder.
  func traceLines(of session: Int, limit: Int) -> [String] {
    guard let deck = settings.flight else { return [] }
    let traces = state.withLock { $0.sessions[session]?.traces ?? [:] }
    var lines: [String] = []
    for (number, trace) in traces.sorted(by: { $0.key < $1.key }) {
      var after = trace.after
      while lines.count < limit {
        let (page, dropped) = deck.page(after: after, of: trace.choice, limit: Self.traceBatch)
        after = page.next
        let records = page.entries.filter { trace.scope.admits($0) }.map { json(of: $0) }
        if !records.isEmpty { lines.append(Self.line(number, records, dropped)) }
        if !page.hasMore { break }
      }
      let reached = after
      state.withLock { $0.sessions[session]?.traces[number]?.after = reached }
    }
    return lines
  }

  private static func line(_ subscription: Int, _ records: [JSONValue], _ dropped: Int) -> String {
    let members = JSONValue.object(of: [
      "subscription": .integer(subscription), "records": .array(records), "dropped": .integer(dropped),
    ])
    return "{\"jsonrpc\":\"2.0\",\"method\":\"\(NotificationName.trace.rawValue)\",\"params\":\(members.text)}"
  }

  /// Returns a record as a `TraceEntry` of the host surface, with the record as a journal's file has it.
  private func json(of entry: FlightRecorder.Entry) -> JSONValue {
    // The records are ours, so they can be written.
    let record = try? JSONValue(encoding: entry.record).sorted
    return .object(of: [
      "number": .integer(entry.number), "time": .string(time(of: entry.record.time).description),
      "line": entry.line.map { .string($0.rawValue) }, "record": record ?? .object([]),
    ])
  }
}

extension LineScope {
  /// Returns true for a record on a line of the scope; one about no line needs all lines.
  fileprivate func admits(_ entry: FlightRecorder.Entry) -> Bool { self == .all || entry.line.map { contains($0.rawValue) } ?? false }
}
