internal import CallControl
internal import ClusterControl
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A subscription of another node, whose events go to its inbox.
struct EventDelivery {
  let lines: [String]
  let session: any ServiceSession
  let fence: UInt64?
  /// The time at which it ends unless it is renewed.
  var expires: Instant
  /// The number of events that were sent.
  var count: UInt64 = 0
  /// True once the answer with the states is out: events come after it.
  var isReady = false
}

// Events for other nodes: nobody publishes any where nobody looks.
extension ClusterGateway {
  /// The number of events that are sent before other work of the lane gets its turn.
  private static let portion = 64

  /// Begins a subscription of another node, or renews it.
  ///
  /// A renewal is the same request with the same inbox: the answer has the number of events so far, so that the subscriber finds a loss.
  func deliver(_ request: GatewayRequest, _ reply: String, _ fence: UInt64?) {
    guard let inbox = request.delivery else { return }
    let method = MethodName(rawValue: request.method)
    if method == .eventsUnsubscribe {
      dropDelivery(inbox)
      return answer(reply, request.number, .success(.object([])), fence: fence)
    }
    guard let method, method == .eventsSubscribe || method.feedNotification != nil else {
      let error = MethodError(.invalidRequest, "only a subscription has an inbox for events: leave Hsw-Deliver out")
      return answer(reply, request.number, .failure(error), fence: fence)
    }
    if var known = deliveries[inbox] {
      known.expires = now.advanced(by: settings.deliverySpan)
      deliveries[inbox] = known
      let renewed = JSONValue.object(of: ["renewed": true, "delivered": .integer(known.count)])
      // A renewal while the states are on their way gets no answer of its own.
      return known.isReady ? answer(reply, request.number, .success(renewed), fence: fence) : ()
    }
    guard let service = served.withLock({ $0 }) else { return }
    guard deliveries.count < settings.deliveryLimit else {
      return answer(reply, request.number, .failure(GatewayFailure.busy(settings.deliveryLimit, retryAfter: 5)), fence: fence)
    }
    let lines = Self.lines(of: method, request.parameters)
    if let error = refusal(of: lines, isNeeded: method == .eventsSubscribe || method == .callsSubscribe) {
      return answer(reply, request.number, .failure(error), fence: fence)
    }
    let lane = store.lane
    let session = service.open(peer(for: request)) { [weak self] in
      lane.run { [weak self] in self?.pump(inbox) }
    }
    deliveries[inbox] = EventDelivery(
      lines: lines, session: session, fence: fence, expires: now.advanced(by: settings.deliverySpan))
    session.perform(request.method, request.parameters) { [weak self] result in
      lane.run { [weak self] in
        guard let self, deliveries[inbox]?.session === session else { return }
        answer(reply, request.number, result.answer, fence: fence)
        if case .failure = result.answer { return endDelivery(inbox) }
        deliveries[inbox]?.isReady = true
        pump(inbox)
      }
    }
  }

  /// Returns the lines of a subscription; none for one about calls, which stay where they are.
  private static func lines(of method: MethodName, _ parameters: JSONValue?) -> [String] {
    switch method {
    case .eventsSubscribe: parameters?["lines"]?.strings ?? []
    case .callsSubscribe: parameters?["filter"]?["lines"]?.strings ?? []
    case .traceSubscribe: (parameters?["line"]?.string).map { [$0] } ?? []
    default: []
    }
  }

  /// Returns the error of a subscription to a line that this node has not got.
  ///
  /// - Parameter isNeeded: true for a subscription that must name lines.
  private func refusal(of lines: [String], isNeeded: Bool) -> MethodError? {
    guard !lines.isEmpty || !isNeeded else {
      return MethodError(.invalid, "a subscription of another node names its lines", ["at": "/lines", "expected": "at least one line"])
    }
    for line in lines {
      let subject = RequestSubject(line: line)
      if case .elsewhere(let node) = place(of: subject) { return HostService.lineElsewhere(subject, node) }
    }
    return nil
  }

  /// Sends the events that wait for an inbox.
  private func pump(_ inbox: String) {
    guard !isClosed, let delivery = deliveries[inbox], delivery.isReady else { return }
    let batch = delivery.session.notifications(limit: Self.portion)
    for line in batch.lines { send(Array(line.utf8), to: inbox) }
    if batch.isLast { return endDelivery(inbox) }
    if batch.lines.count >= Self.portion { store.lane.run { [weak self] in self?.pump(inbox) } }
  }

  private func send(_ body: [UInt8], to inbox: String) {
    if body.count > Self.largest, let parts = DeliveryParts.split(body) {
      for part in parts { send(part, to: inbox) }
      return
    }
    deliveries[inbox]?.count += 1
    guard let delivery = deliveries[inbox] else { return }
    publish(body, number: delivery.count, fence: delivery.fence, to: inbox)
  }

  private func publish(_ body: [UInt8], number: UInt64, fence: UInt64?, to inbox: String) {
    var headers: [ClusterMessage.Header] = [.init(GatewayHeader.event, "\(number)")]
    if let fence { headers.append(.init(GatewayHeader.fence, "\(fence)")) }
    store.publish(ClusterMessage(subject: inbox, headers: headers, body: body))
  }

  /// Ends the subscriptions to lines that this node has no longer; each subscriber is told, and looks for the line's new node.
  func endDeliveries(where isGone: (String) -> Bool) {
    for (inbox, delivery) in deliveries.sorted(by: { $0.key < $1.key }) where delivery.lines.contains(where: isGone) { endDelivery(inbox) }
  }

  /// Ends the subscriptions of all other nodes, those to calls too.
  func endAllDeliveries() {
    for inbox in deliveries.keys.sorted() { endDelivery(inbox) }
  }

  private func endDelivery(_ inbox: String) {
    guard let delivery = dropDelivery(inbox) else { return }
    publish([], number: 0, fence: delivery.fence, to: inbox)
  }

  @discardableResult
  private func dropDelivery(_ inbox: String) -> EventDelivery? {
    let delivery = deliveries.removeValue(forKey: inbox)
    delivery?.session.close()
    return delivery
  }

  /// Ends the subscriptions that were not renewed.
  func expireDeliveries() {
    for (inbox, delivery) in deliveries where delivery.expires <= now {
      deliveries[inbox] = nil
      delivery.session.close()
    }
  }
}

/// The parts of a notification that is too long for one message of the engine.
package enum DeliveryParts {
  /// Returns a notification of the flight recorder as two with half of its records each, or without a record that is too long by itself;
  /// nil for any other.
  package static func split(_ body: [UInt8]) -> [[UInt8]]? {
    guard let message = try? JSONReader.read(body, limits: JSONLimits(depth: 64, size: 64 << 20)),
      let records = message["params"]?["records"]?.array, !records.isEmpty
    else { return nil }
    if records.count == 1 { return [text(message, [], leftOut: 1)] }
    let half = records.count / 2
    return [text(message, records[..<half], leftOut: 0), text(message, records[half...], leftOut: 0)]
  }

  private static func text(_ message: JSONValue, _ records: ArraySlice<JSONValue>, leftOut: Int) -> [UInt8] {
    let parameters = message["params"] ?? .object([])
    return JSONValue.object(of: [
      "jsonrpc": "2.0", "method": message["method"],
      "params": .object(of: [
        "subscription": parameters["subscription"], "records": .array(Array(records)),
        // The count of the flight recorder does not have the record, so the next notification counts it no more.
        "dropped": .integer((parameters["dropped"]?.integer ?? 0) + leftOut), "lost": leftOut > 0 ? .integer(leftOut) : nil,
      ]),
    ]).jsonText()
  }
}
