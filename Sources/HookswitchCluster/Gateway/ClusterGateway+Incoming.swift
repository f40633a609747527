internal import CallControl
internal import ClusterControl
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

/// The subject by which a request came.
enum IncomingSubject: Equatable {
  case slot(Slot)
  case node
  /// A question to all nodes, which only the one that has an answer answers.
  case all
}

/// A request of another node that is performed now.
struct IncomingRequest {
  /// The subjects of the answer: the request may come again while it is under way.
  var replies: [String]
  /// The id of the JSON-RPC object.
  let number: JSONValue
  let session: any ServiceSession
  let isRemembered: Bool
  let isQuestion: Bool
  let fence: UInt64?
  /// The time until which an answer is of use.
  let deadline: Instant
}

// Requests of other nodes.
extension ClusterGateway {
  /// The largest number of repetitions of one request that get an answer of their own.
  private static let repetitions = 8
  /// The time after which a busy node may be asked again, in seconds.
  private static let retryAfter = 0.5

  /// Takes a message to a slot of this node, to the node itself, or to all nodes.
  func take(_ message: ClusterMessage, from subject: IncomingSubject) {
    // A notification, such as a line that a borrower gives back, is for the node's shell.
    guard !isClosed, let reply = message.reply, !reply.isEmpty else { return }
    let request: GatewayRequest
    do throws(GatewayFault) {
      request = try GatewayRequest(message)
    } catch {
      // One node answers a message of a node that has another version; on `all` it would be every node.
      guard subject != .all else { return }
      let text = "\(error.reason): run versions that work together on all nodes"
      return answer(reply, .null, .failure(MethodError(.invalidRequest, text)), fence: nil)
    }
    // The sender has given it up.
    guard request.deadline > 0 else { return }
    take(request, reply, subject)
  }

  private func take(_ request: GatewayRequest, _ reply: String, _ subject: IncomingSubject) {
    let fence = fence(of: request, subject)
    if request.delivery != nil { return deliver(request, reply, fence) }
    if incoming[request.id] != nil {
      if (incoming[request.id]?.replies.count ?? 0) < Self.repetitions { incoming[request.id]?.replies.append(reply) }
      return
    }
    let isRemembered = MethodName(rawValue: request.method).map { $0.declaration.kind != .query } ?? false
    let busy = GatewayFailure.busy(settings.incomingLimit, retryAfter: Self.retryAfter)
    guard let service = served.withLock({ $0 }) else { return }
    guard incoming.count < settings.incomingLimit else {
      return subject == .all ? () : answer(reply, request.number, .failure(busy), fence: fence)
    }
    if isRemembered {
      switch remembered.arrive(request.id, at: ClusterTime(milliseconds: now.nanoseconds / 1_000_000)) {
      case .new, .underWay: break
      case .answered(let body): return send(body, to: reply, fence: fence)
      case .full: return subject == .all ? () : answer(reply, request.number, .failure(busy), fence: fence)
      }
    }
    let session = service.open(peer(for: request), wake: {})
    incoming[request.id] = IncomingRequest(
      replies: [reply], number: request.number, session: session, isRemembered: isRemembered, isQuestion: subject == .all, fence: fence,
      deadline: now.advanced(by: .milliseconds(request.deadline)))
    let lane = store.lane
    session.perform(request.method, request.parameters) { [weak self] result in
      lane.run { [weak self] in self?.finish(request.id, result.answer) }
    }
  }

  /// Returns the peer of a request, which has the rights that the other node judged.
  func peer(for request: GatewayRequest) -> Peer {
    var peer = Peer(.cluster)
    peer.actor = request.actor
    return peer
  }

  private func finish(_ id: String, _ result: Result<JSONValue, MethodError>) {
    guard let request = incoming.removeValue(forKey: id) else { return }
    request.session.close()
    var isAnswer = true
    if case .failure(let error) = result, GatewayFailure.isUnknown(error) {
      // It was not performed: the same request may come again by another way.
      remembered.withdraw(id)
      isAnswer = !request.isQuestion
    } else if request.isRemembered {
      remembered.answer(id, GatewayReply.body(result, to: request.number))
    }
    guard isAnswer, !isClosed else { return }
    for reply in request.replies { answer(reply, request.number, result, fence: request.fence) }
  }

  func answer(_ reply: String, _ number: JSONValue, _ result: Result<JSONValue, MethodError>, fence: UInt64?) {
    let body = GatewayReply.body(result, to: number)
    guard body.count > Self.largest else { return send(body, to: reply, fence: fence) }
    let error = MethodError(
      .tooLarge, "the answer has \(body.count) bytes, and messages of the engine at most \(Self.largest): ask for less at once",
      ["limit": .integer(Self.largest)])
    send(GatewayReply.body(.failure(error), to: number), to: reply, fence: fence)
  }

  /// The largest body of an answer: the engine takes messages of 1 MiB, with their headers.
  static let largest = 1_000_000

  private func send(_ body: [UInt8], to reply: String, fence: UInt64?) {
    var headers: [ClusterMessage.Header] = [.init(Self.nodeHeader, NameToken.encode(settings.node))]
    if let fence { headers.append(.init(GatewayHeader.fence, "\(fence)")) }
    store.publish(ClusterMessage(subject: reply, headers: headers, body: body))
  }

  /// Returns the fence of the slot that a request is about; nil where this node does not own it.
  private func fence(of request: GatewayRequest, _ subject: IncomingSubject) -> UInt64? {
    if case .slot(let slot) = subject { return slotListeners[slot.index]?.fence }
    let line = request.parameters?["line"]?.string ?? request.parameters?["lines"]?.strings?.first
    return line.flatMap { slotListeners[Slot(of: $0, digits: settings.digits).index]?.fence }
  }
}
