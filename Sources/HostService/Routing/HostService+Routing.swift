internal import CallControl
internal import CallStore
internal import HookswitchCore
package import HostSurface
internal import Locking
internal import StrictJSON

// Requests about lines of other nodes. A host without a cluster has no router, and asks nothing here.
extension HostService {
  /// The time within which an answer of another node is of use, where the request has no time-out of its own.
  static let usualLimit = Duration.seconds(20)

  /// Sends a request to the node that has its line; returns false when this one has it.
  ///
  /// - Throws: `lineElsewhere` for a request that came from another node.
  func route(
    _ given: JSONValue?, _ parameters: Parameters, _ session: Int, _ peer: Peer, _ rights: PeerRights, _ reply: @escaping Answering
  ) throws(MethodError) -> Bool {
    guard let router = settings.router else { return false }
    if parameters.method == .historyList, peer.door != .cluster { return try routeHistory(router, parameters, rights, reply) }
    if peer.door != .cluster, try routeFeed(router, given, parameters, session, peer, rights, reply) { return true }
    guard let subject = subject(of: parameters), case .elsewhere(let node) = router.place(of: subject) else { return false }
    // A request is forwarded once; its sender looks again where the line is.
    if peer.door == .cluster { throw Self.lineElsewhere(subject, node) }
    if let line = subject.line { try rights.check(parameters.method, on: line) }
    let declared = parameters.method.declaration
    let actor = name(ofSession: session, peer, rights)
    let place: @Sendable (Result<JSONValue, MethodError>) -> Void = { [weak self] result in
      reply(ServiceReply(result, after: self?.state.withLock { $0.log.sequence } ?? 0))
      if declared.kind == .request { self?.follow(result, for: session, actor, router) }
    }
    let limit = declared.parameters.contains { $0.name == "timeout" } ? parameters.duration("timeout") : Self.usualLimit
    // The line of a call elsewhere is known there alone, so the other node compares it with the lines of the rights.
    let lines = parameters.method.answersWithLine ? nil : rights.scope(of: parameters.method)?.listed
    let routed = RoutedRequest(
      method: parameters.method, given: given ?? .object([]), subject: subject,
      actor: RemoteActor(name: actor, rights: [declared.right], lines: lines, mayBeUser: rights.mayBeUser),
      limit: limit,
      performHere: { [weak self] in self?.performHere(parameters, session, peer, rights, reply) })
    router.forward(routed, reply: place)
    return true
  }

  /// The number of times that the end of a request is asked for; each waits for `request.wait`'s usual time-out.
  private static let followings = 20

  /// Tells a session of the end of its request, which another node has accepted and performs: the notification of that node is for the
  /// session of the gateway.
  private func follow(
    _ answer: Result<JSONValue, MethodError>, for session: Int, _ actor: String, _ router: any RequestRouter,
    times: Int = HostService.followings
  ) {
    let request: JSONValue
    switch answer {
    case .success(let value): request = value
    case .failure(let error): request = error.data
    }
    guard times > 0, request["state"]?.string == RequestState.accepted.rawValue, let number = request["request"]?.integer,
      state.withLock({ $0.sessions[session] != nil })
    else { return }
    let wait = RoutedRequest(
      method: .requestWait, given: .object(of: ["request": .integer(number)]), subject: RequestSubject(request: number),
      actor: RemoteActor(name: actor, rights: [MethodName.requestWait.declaration.right]), limit: Self.usualLimit * 2, performHere: {})
    router.forward(wait) { [weak self] result in
      guard let self else { return }
      guard case .success(let ended) = result else { return follow(result, for: session, actor, router, times: times - 1) }
      state.withLock { $0.tell(session, .request, ended) }
      send([], waking: [session])
    }
  }

  /// Refuses a subscription whose line or call is known to be at another node: its messages do not come here.
  func refuseElsewhere(_ subject: RequestSubject) throws(MethodError) {
    guard let router = settings.router, case .elsewhere(let node?) = router.place(of: subject) else { return }
    throw Self.lineElsewhere(subject, node)
  }

  func performHere(
    _ parameters: Parameters, _ session: Int, _ peer: Peer, _ rights: PeerRights, _ reply: @escaping Answering
  ) {
    do throws(MethodError) {
      try checkLines(parameters, rights)
      try checkStanding(parameters.method, parameters)
      begin(parameters, session, peer, rights, reply)
    } catch {
      reply(ServiceReply(.failure(error), after: state.withLock { $0.log.sequence }))
    }
  }

  private func routeHistory(
    _ router: any RequestRouter, _ parameters: Parameters, _ rights: PeerRights, _ reply: @escaping Answering
  ) throws(MethodError) -> Bool {
    guard let filter = parameters["filter"], let line = filter["line"]?.string else { return false }
    try rights.check(.historyList, on: line)
    let limit = try MemoryMethods.limit(parameters)
    return router.history(of: line, filter, before: parameters["before"]?.integer, limit: limit) { [weak self] result in
      reply(ServiceReply(result, after: self?.state.withLock { $0.log.sequence } ?? 0))
    }
  }

  /// The name of the actor for the history of another node.
  func name(ofSession session: Int, _ peer: Peer, _ rights: PeerRights) -> String {
    if let person = rights.session { return person.actor }
    return state.withLock { $0.sessions[session]?.client } ?? peer.names.first ?? peer.door.rawValue
  }

  /// Returns the lines and calls that decide where a request is answered; nil for one that any node answers about itself.
  private func subject(of parameters: Parameters) -> RequestSubject? {
    switch parameters.method {
    // The state of the request's own host decides.
    case .eventsSubscribe, .callsSubscribe, .requestPreview, .callerCheck, .traceSubscribe, .levelsSubscribe: return nil
    case .traceRead: break
    case .historyGet: return historySubject(parameters)
    case .requestGet, .requestWait:
      let number = parameters.int("request")
      return number < RequestSubject.firstForeign ? nil : RequestSubject(request: number)
    default:
      switch parameters.method.chapter {
      case .host, .calls: break
      // A provider is at the host at which its program registered it.
      case .providers, .memory, .access, .cluster: return nil
      }
    }
    var unknown: [CallID] = []
    var isHere = false
    eachReference(in: parameters) { reference in
      // A beginning of an id, and a word, name a call of this host.
      if case .id(let call) = reference, !host.core.knows(call) { unknown.append(call) } else { isHere = true }
      return !isHere
    }
    if isHere { return nil }
    if !unknown.isEmpty { return RequestSubject(calls: unknown) }
    guard parameters.method.declaration.takesLine, let line = parameters.optionalText("line") else { return nil }
    return RequestSubject(line: line)
  }

  private func historySubject(_ parameters: Parameters) -> RequestSubject? {
    guard let call = parameters.uuid("call"), (try? settings.store?.historyEntry(of: call)) == nil else { return nil }
    return RequestSubject(calls: [call])
  }

  /// Returns the error of a request whose line another node has.
  package static func lineElsewhere(_ subject: RequestSubject, _ node: String?) -> MethodError {
    let name = subject.line.map { "the line \"\($0)\"" } ?? "the call"
    let message =
      node.map { "\(name) is at the node \($0): ask there" } ?? "no node owns \(name) at the moment: try again in a few seconds"
    return MethodError(
      number: MethodError.refused, message: message,
      data: .object(of: ["code": "lineElsewhere", "line": subject.line.map { .string($0) }, "node": node.map { .string($0) }]))
  }

  /// Returns an id for a new call.
  func newCall(on line: String?) -> CallID { settings.router?.newCall(on: line ?? LineID.main.rawValue) ?? .fresh() }

  // MARK: News of other nodes

  /// Publishes the state of a line of this host in place of one that came from another node.
  package func restate(_ line: String) {
    let id = LineID(rawValue: line)
    let (host, clock, recordings) = (host, wallClock, recordings)
    // Made at its first reading, so that it is never older than a change that was published before.
    let content = StateContent {
      host.core.snapshots(of: id).first.map { $0.json(by: clock, recorded: recordings.live) } ?? .object([])
    }
    let audio = StateContent { [weak self] in self?.lineAudio(id) ?? .object([]) }
    publish { state in
      state.log.set(StateKey(.audio, line), to: audio)
      state.log.set(StateKey(.line, line), to: content)
    }
  }

  /// Takes a state or a record of a line of another node, for the subscriptions that name the line.
  package func take(_ news: [RemoteNews]) {
    publish { state in
      for item in news {
        switch item {
        case .state(let key, let value): state.log.set(key, to: value.map { StateContent($0) })
        case .record(let topic, let kind, let time, let line, let call, let provider, let data):
          state.log.append(topic, kind: kind, at: time, line: line, call: call, provider: provider, data: data)
        }
      }
    }
  }
}
