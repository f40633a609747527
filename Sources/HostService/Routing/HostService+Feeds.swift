internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
package import HostSurface
internal import JournalKit
internal import Locking
internal import StrictJSON

// Subscriptions to levels, pages of calls and the flight recorder whose line or call another node has.
extension HostService {
  /// Begins a subscription at other nodes; returns false for one that this node answers.
  func routeFeed(
    _ router: any RequestRouter, _ given: JSONValue?, _ parameters: Parameters, _ session: Int, _ peer: Peer, _ rights: PeerRights,
    _ reply: @escaping Answering
  ) throws(MethodError) -> Bool {
    let method = parameters.method
    // Each request of a node passes here: all but these cost nothing.
    switch method {
    case .levelsSubscribe, .callsSubscribe, .traceSubscribe: break
    default: return false
    }
    // The line of a call elsewhere is known there alone, so the other node compares it with the lines of the rights.
    let actor = RemoteActor(
      name: name(ofSession: session, peer, rights), rights: [method.declaration.right], lines: rights.scope(of: method)?.listed,
      seesNumbers: !rights.masksNumbers)
    switch method {
    case .levelsSubscribe: return try routeLevels(router, parameters, session, actor, rights, reply)
    case .callsSubscribe:
      let lines = parameters["filter"]?["lines"]?.strings ?? []
      guard let line = lines.first, try node(of: lines, router) != nil else { return false }
      try check(CallChoice(parameters))
      endPage(of: session)
      guard let watch = add(.page, to: session) else { throw Self.connectionClosed }
      feed(watch, router, parameters, given, RequestSubject(line: line), actor, reply)
    case .traceSubscribe:
      guard let subject = traceSubject(parameters, router) else { return false }
      if let line = subject.line { try rights.check(method, on: line) }
      // One look takes the number and adds the subscription, so that no other one gets the number.
      let number = state.withLock { $0.sessions[session]?.addTraceFeed() }
      guard let number else { throw Self.tooManySubscriptions }
      feed(LineWatch(session: session, number: number), router, parameters, given, subject, actor) { [weak self] answer in
        // A call that no node knows may come to this one later.
        guard answer.errorCode != CallError.Code.unknownCallUUID.rawValue else {
          return self?.performHere(parameters, session, peer, rights, reply) ?? ()
        }
        reply(answer)
      }
    default: return false
    }
    return true
  }

  /// Returns the node that has all lines; nil where this node has one of them, or none is known to have it.
  ///
  /// - Throws: `lineElsewhere` for lines of several nodes, of which no page has the order of all.
  private func node(of lines: [String], _ router: any RequestRouter) throws(MethodError) -> String? {
    var nodes: Set<String> = []
    for line in lines {
      // A pattern selects the lines of the session's own node.
      guard line.last != "*", case .elsewhere(let node?) = router.place(of: RequestSubject(line: line)) else { return nil }
      nodes.insert(node)
    }
    if nodes.count > 1, let first = lines.first { try refuseElsewhere(RequestSubject(line: first)) }
    return nodes.first
  }

  /// Returns the line or call of a subscription to the flight recorder that another node has.
  private func traceSubject(_ parameters: Parameters, _ router: any RequestRouter) -> RequestSubject? {
    switch (parameters.reference("call"), parameters.optionalText("line")) {
    case (.id(let call)?, nil):
      guard let deck = settings.flight, deck.page(after: 0, of: .call(call), limit: 1).page.entries.isEmpty,
        distant(call, router) != nil
      else { return nil }
      return RequestSubject(calls: [call])
    case (nil, let line?):
      guard case .elsewhere(_?) = router.place(of: RequestSubject(line: line)) else { return nil }
      return RequestSubject(line: line)
    default: return nil
    }
  }

  /// Returns the place of a call that this node does not know, with its node where it is known.
  private func distant(_ call: CallID, _ router: any RequestRouter) -> (call: CallID, node: String?)? {
    guard !host.core.knows(call), case .elsewhere(let node) = router.place(of: RequestSubject(calls: [call])) else { return nil }
    return (call, node)
  }

  // MARK: Levels

  /// Begins one subscription for each call of another node, and answers once the subscriptions at known nodes have begun.
  private func routeLevels(
    _ router: any RequestRouter, _ parameters: Parameters, _ session: Int, _ actor: RemoteActor, _ rights: PeerRights,
    _ reply: @escaping Answering
  ) throws(MethodError) -> Bool {
    let calls = try levelCalls(parameters)
    let distant = calls.compactMap { self.distant($0, router) }
    guard !distant.isEmpty else { return false }
    try checkLines(parameters, rights)
    let turn = setLevels(calls.filter { call in !distant.contains { $0.call == call } }, of: session)
    // All are there before the first begins, so that its refusal ends all.
    let watches = distant.compactMap { _ in add(.levels, to: session) }
    guard watches.count == distant.count else { throw Self.connectionClosed }
    let answer = Self.levelsAnswer(calls)
    let waited = Locked(Set(distant.filter { $0.node != nil }.map(\.call)))
    if waited.withLock({ $0.isEmpty }) { reply(ServiceReply(.success(answer), after: state.withLock { $0.log.sequence })) }
    for (watch, (call, _)) in zip(watches, distant) {
      let given = JSONValue.object(of: ["calls": .strings([call.uuidString])])
      feed(watch, router, parameters, given, RequestSubject(calls: [call]), actor) { [weak self] one in
        // A call that no node knows has ended, or begins at this node later.
        let isUnknown = one.errorCode == CallError.Code.unknownCallUUID.rawValue
        if isUnknown { self?.addLevels(of: call, to: session, turn) }
        let isRefused = one.errorCode != nil && !isUnknown
        let isLast = waited.withLock { waited in
          guard waited.remove(call) != nil else { return false }
          if isRefused { waited = [] }
          return waited.isEmpty
        }
        guard isLast else { return }
        if isRefused { self?.setLevels([], of: session, unlessAfter: turn) }
        reply(isRefused ? one : ServiceReply(.success(answer), after: one.sequence))
      }
    }
    return true
  }

  // MARK: Feeds

  /// Adds a subscription at another node to a session; nil for a session that is closed.
  private func add(_ kind: ForeignFeed.Kind, to session: Int) -> LineWatch? {
    state.withLock { $0.sessions[session]?.addFeed(kind) }.map { LineWatch(session: session, number: $0) }
  }

  /// Begins a subscription that its session has already.
  private func feed(
    _ watch: LineWatch, _ router: any RequestRouter, _ parameters: Parameters, _ given: JSONValue?, _ subject: RequestSubject,
    _ actor: RemoteActor, _ reply: @escaping Answering
  ) {
    let routed = RoutedRequest(
      method: parameters.method, given: given ?? .object([]), subject: subject, actor: actor, limit: Self.usualLimit, performHere: {})
    router.feed(watch, routed) { [weak self] news in self?.take(news, of: watch, subject, reply) }
  }

  private func take(_ news: FeedNews, of watch: LineWatch, _ subject: RequestSubject, _ reply: Answering) {
    switch news {
    case .answer(let result):
      let (kind, sequence) = state.withLock { state in
        let kind = state.sessions[watch.session]?.feeds[watch.number]?.kind
        switch result {
        case .success(let answer): state.sessions[watch.session]?.feeds[watch.number]?.begin(answer)
        case .failure: state.sessions[watch.session]?.feeds[watch.number] = nil
        }
        return (kind, state.log.sequence)
      }
      if let kind, case .success(let answer) = result { return reply(ServiceReply(.success(Self.own(answer, kind)), after: sequence)) }
      settings.router?.unwatch(session: watch.session, watch: watch.number)
      // The session has given the subscription up meanwhile.
      reply(ServiceReply(result.flatMap { _ in .failure(Self.replaced) }, after: sequence))
    case .notification(let members): change(watch) { $0.take(members) }
    case .again(let answer): change(watch) { $0.takeAgain(answer) }
    case .ended(let reason): change(watch) { $0.end(because: reason, call: subject.calls.first?.uuidString) }
    }
  }

  /// Returns an answer of another node with the numbers of this session.
  private static func own(_ answer: JSONValue, _ kind: ForeignFeed.Kind) -> JSONValue {
    guard case .object(let members) = answer else { return answer }
    switch kind {
    case .trace(let number):
      let told = members.filter { $0.name != recorderMember }
      return .object(told.map { $0.name == "subscription" ? .init(name: $0.name, value: .integer(number)) : $0 })
    case .page: return .object(members.map { $0.name == "revision" ? .init(name: $0.name, value: .integer(1)) : $0 })
    case .levels: return answer
    }
  }

  private func change(_ watch: LineWatch, _ body: (inout ForeignFeed) -> Void) {
    state.withLock { state in
      guard var feed = state.sessions[watch.session]?.feeds[watch.number] else { return }
      body(&feed)
      state.sessions[watch.session]?.feeds[watch.number] = feed
    }
    send([], waking: [watch.session])
  }

  /// The answer to a subscription that its session gives up before it begins.
  package static let replaced = MethodError(
    .unavailable, "a later request of this connection ends the subscription before it begins: use the later one", ["why": "replaced"])

  /// Ends the subscriptions of a session at other nodes, without a notification; returns false when it has none of the kind.
  @discardableResult
  func endFeeds(of session: Int, _ kind: ForeignFeed.Kind) -> Bool {
    let numbers = state.withLock { $0.sessions[session]?.endFeeds(kind) } ?? []
    unwatch(numbers, of: session)
    return !numbers.isEmpty
  }

  func unwatch(_ watches: [Int], of session: Int) {
    for watch in watches { settings.router?.unwatch(session: session, watch: watch) }
  }

  /// Returns the next notifications of a session's subscriptions at other nodes.
  func feedLines(of session: Int, limit: Int) -> [String] {
    let taken = state.withLock { state -> [(NotificationName, JSONValue)] in
      guard let feeds = state.sessions[session]?.feeds, !feeds.isEmpty else { return [] }
      var taken: [(NotificationName, JSONValue)] = []
      for number in feeds.keys.sorted() {
        guard var feed = state.sessions[session]?.feeds[number] else { continue }
        while taken.count < limit, let members = feed.takeNext() { taken.append((feed.kind.notification, members)) }
        state.sessions[session]?.feeds[number] = feed.isOver && !feed.hasNews ? nil : feed
      }
      return taken
    }
    // The texts are written here, without the lock, so that many long records delay no call.
    return taken.map { name, members in "{\"jsonrpc\":\"2.0\",\"method\":\"\(name.rawValue)\",\"params\":\(members.text)}" }
  }
}

extension ForeignFeed.Kind {
  fileprivate var notification: NotificationName {
    switch self {
    case .levels: .levels
    case .page: .calls
    case .trace: .trace
    }
  }
}
