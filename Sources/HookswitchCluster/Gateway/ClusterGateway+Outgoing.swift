internal import CallControl
internal import ClusterControl
internal import FoundationEssentials
package import HostService
package import HostSurface
internal import Locking
package import StrictJSON

/// A request of this node's sessions on its way to another node.
struct OutgoingRequest {
  let routed: RoutedRequest
  /// The id, the same each time that it is sent (K12).
  let id: String
  let deadline: Instant
  /// Takes the answer, and the node that gave it where one did.
  let reply: @Sendable (Result<JSONValue, MethodError>, _ node: String?) -> Void
  /// The node of the last answer.
  var answerer: String?
  /// The node that an answer named.
  var named: String?
  /// True once an answer said that the line is elsewhere.
  var wasMoved = false
  /// True once all nodes are asked, because the id of the call leads nowhere.
  var asksAll = false
  /// The number of questions to all nodes that were sent.
  var questions = 0
  /// True once a node may have got it.
  var wasSent = false
  /// True while it waits for another look at its place.
  var waits = false
  /// Grows with each sending: an answer or a pause of an earlier one changes nothing.
  var turn = 0
}

// Requests to other nodes.
extension ClusterGateway {
  package func forward(_ request: RoutedRequest, reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void) {
    let limit = settings.outgoingLimit
    let hasRoom = pending.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return reply(.failure(GatewayFailure.busy(limit, retryAfter: 1))) }
    store.lane.run { [self] in
      guard !isClosed else {
        pending.withLock { $0 -= 1 }
        return reply(.failure(GatewayFailure.closed))
      }
      send(named(request)) { answer, _ in reply(answer) }
    }
  }

  private func send(_ request: RoutedRequest, reply: @escaping @Sendable (Result<JSONValue, MethodError>, String?) -> Void) {
    let number = nextNumber()
    outgoing[number] = OutgoingRequest(
      routed: request, id: UUID.fresh().uuidString, deadline: now.advanced(by: request.limit), reply: reply)
    proceed(number)
  }

  /// Finds the node that has a call.
  func locate(_ call: CallID, within limit: Duration, then: @escaping @Sendable (Result<String, MethodError>) -> Void) {
    let unknown = CallError(.unknownCallUUID, [call]).refusal
    let actor = RemoteActor(name: "node:\(settings.node)", rights: [MethodName.callGet.declaration.right])
    let request = RoutedRequest(
      method: .callGet, given: .object(of: ["call": .string(call.uuidString)]), subject: RequestSubject(calls: [call]), actor: actor,
      limit: limit, performHere: { then(.failure(unknown)) })
    pending.withLock { $0 += 1 }
    send(request) { answer, node in then(answer.flatMap { _ in node.map { .success($0) } ?? .failure(unknown) }) }
  }

  /// Names the call of a start, so that it cannot happen twice even after the time for which its id is remembered (S7).
  ///
  /// A number of a request becomes the one that its node knows.
  private func named(_ request: RoutedRequest) -> RoutedRequest {
    if let place = request.subject.request.flatMap({ alias in aliases.withLock { $0.place(of: alias) } }),
      case .object(let members) = request.given
    {
      var renumbered = request
      renumbered.given = .object(
        members.map { $0.name == "request" ? .init(name: $0.name, value: .integer(place.number)) : $0 })
      return renumbered
    }
    guard request.method == .callStart, let line = request.subject.line, request.given["call"] == nil,
      case .object(let members) = request.given
    else { return request }
    var named = request
    named.given = .object(members + [.init(name: "call", value: .string(newCall(on: line).uuidString))])
    return named
  }

  /// Sends a request to the node that has its line, as far as this node knows.
  func proceed(_ number: UInt64) {
    guard var request = outgoing[number] else { return }
    let left = now.duration(to: request.deadline)
    guard left > .zero else { return finish(number, .failure(GatewayFailure.late(request, node: settings.node))) }
    request.turn += 1
    request.waits = false
    var subject: String?
    switch destination(of: &request) {
    case .here:
      outgoing[number] = nil
      pending.withLock { $0 -= 1 }
      return request.routed.performHere()
    case .subject(let found): subject = found
    case .nowhere: break
    }
    if request.asksAll { request.questions += 1 }
    let patience = request.asksAll ? settings.questionPatience * request.questions : settings.patience
    outgoing[number] = request
    guard let subject else { return wait(number, settings.pause) }
    let turn = request.turn
    let sent = GatewayRequest(
      id: request.id, deadline: left.wholeNanoseconds / 1_000_000, actor: request.routed.actor, method: request.routed.method.rawValue,
      parameters: request.routed.given)
    store.request(sent.message(to: subject), within: min(left, patience)) { [weak self] result in
      guard let self, outgoing[number]?.turn == turn else { return }
      take(result, of: number, sent.number)
    }
  }

  private enum Destination {
    case here
    case subject(String)
    case nowhere
  }

  private func destination(of request: inout OutgoingRequest) -> Destination {
    if let named = request.named {
      request.named = nil
      return named == settings.node ? .here : .subject(names.node(NameToken.encode(named)))
    }
    if let place = request.routed.subject.request.flatMap({ alias in aliases.withLock { $0.place(of: alias) } }) {
      return .subject(names.node(NameToken.encode(place.node)))
    }
    if let line = request.routed.subject.line {
      switch places.line(line) {
      case .here: return .here
      case .owner: return .subject(names.slot(Slot(of: line, digits: settings.digits).description))
      case .borrower(let node): return .subject(names.node(NameToken.encode(node)))
      case .vacant: return .nowhere
      }
    }
    guard !request.asksAll, let call = request.routed.subject.calls.first else { return .subject(names.all) }
    if let node = found[call] { return .subject(names.node(NameToken.encode(node))) }
    if let slot = CallSlot.slot(of: call, digits: settings.digits), case .owner = places.slot(slot) {
      return .subject(names.slot(slot.description))
    }
    request.asksAll = true
    return .subject(names.all)
  }

  private func take(_ result: Result<ClusterMessage, ClusterStoreError>, of number: UInt64, _ id: JSONValue) {
    switch result {
    case .success(let message):
      outgoing[number]?.wasSent = true
      outgoing[number]?.answerer = message.header(Self.nodeHeader).flatMap { NameToken.decode($0) }
      do throws(GatewayFault) {
        var reply = try GatewayReply(message, to: id)
        reply.answer = renumbered(reply.answer, of: number)
        judge(reply, of: number)
      } catch {
        finish(number, .failure(MethodError(.internal, "an answer of another node cannot be read: \(error.reason)")))
      }
    case .failure(.unanswered):
      outgoing[number]?.wasSent = true
      // A node that has the call may have much to do, so its answer is late or missing: the gateway asks all once more.
      if let request = outgoing[number], request.asksAll, request.questions >= settings.questions { return finishUnknown(number) }
      // The same id again: a node that has it already answers with the first answer.
      proceed(number)
    case .failure(.nobodyThere):
      if outgoing[number]?.asksAll == true { return finishUnknown(number) }
      if let call = outgoing[number]?.routed.subject.calls.first { found[call] = nil }
      wait(number, settings.pause)
    case .failure(.disconnected), .failure(.full): wait(number, settings.pause)
    case .failure(let error): finish(number, .failure(GatewayFailure.unsent(error)))
    }
  }

  /// Returns an answer with the number under which this node's sessions know the request.
  private func renumbered(_ answer: Result<JSONValue, MethodError>, of number: UInt64) -> Result<JSONValue, MethodError> {
    guard let routed = outgoing[number]?.routed, let node = outgoing[number]?.answerer,
      routed.method.declaration.kind == .request || routed.subject.request != nil
    else { return answer }
    return RequestAliases.renumbered(answer) { request in
      aliases.withLock { $0.alias(of: .init(node: node, number: request)) }
    }
  }

  private func judge(_ reply: GatewayReply, of number: UInt64) {
    guard let request = outgoing[number] else { return }
    if let line = request.routed.subject.line, let fence = reply.fence {
      let slot = Slot(of: line, digits: settings.digits).index
      // A lower fence than one that was seen is an earlier owner's (K9): its word is not the line's.
      guard fence >= fences[slot] ?? 0 else {
        return lookAgain(number, at: nil, .failure(HostService.lineElsewhere(request.routed.subject, nil)))
      }
      fences[slot] = fence
    }
    guard case .failure(let error) = reply.answer else {
      if request.asksAll, let call = request.routed.subject.calls.first {
        found[call] = request.answerer
      }
      return finish(number, reply.answer)
    }
    if let pause = GatewayFailure.retryTime(error) { return wait(number, pause) }
    if let call = request.routed.subject.calls.first, GatewayFailure.isUnknown(error), !request.asksAll {
      found[call] = nil
      if GatewayFailure.isElsewhere(error), let node = error.data["node"]?.string, !request.wasMoved {
        return lookAgain(number, at: node, reply.answer)
      }
      outgoing[number]?.asksAll = true
      return proceed(number)
    }
    if GatewayFailure.isElsewhere(error) { return lookAgain(number, at: error.data["node"]?.string, reply.answer) }
    finish(number, reply.answer)
  }

  /// The header with the node that answers a question to all.
  static let nodeHeader = "Hsw-Node"

  /// Looks once more, at the node that an answer names; then reports the answer.
  private func lookAgain(_ number: UInt64, at node: String?, _ answer: Result<JSONValue, MethodError>) {
    guard outgoing[number]?.wasMoved == false else { return finish(number, answer) }
    outgoing[number]?.wasMoved = true
    outgoing[number]?.named = node
    if node == nil { wait(number, settings.pause) } else { proceed(number) }
  }

  private func wait(_ number: UInt64, _ pause: Duration) {
    guard let request = outgoing[number] else { return }
    outgoing[number]?.waits = true
    let left = now.duration(to: request.deadline)
    store.lane.after(min(pause, max(left, .zero))) { [weak self] in
      guard let self, outgoing[number]?.turn == request.turn else { return }
      proceed(number)
    }
  }

  /// Ends a request about a call that no node has.
  private func finishUnknown(_ number: UInt64) {
    guard let request = outgoing[number] else { return }
    if request.routed.method == .historyGet {
      let name = request.routed.subject.calls.first?.uuidString ?? ""
      return finish(
        number, .failure(MethodError(.notFound, "no node's history has the call \(name)", ["what": "call", "name": .string(name)])))
    }
    finish(number, .failure(CallError(.unknownCallUUID, request.routed.subject.calls).refusal))
  }

  func finish(_ number: UInt64, _ answer: Result<JSONValue, MethodError>) {
    guard let request = outgoing.removeValue(forKey: number) else { return }
    pending.withLock { $0 -= 1 }
    request.reply(answer, request.answerer)
  }
}
