internal import CallControl
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The methods about events.
extension HostService {
  /// Subscribes a session, once the states of lines of other nodes are here.
  func subscribe(_ call: MethodCall) {
    guard let router = settings.router, call.peer.door != .cluster, let lines = call.parameters["lines"]?.strings.map({ Set($0) }),
      let watch = state.withLock({ $0.sessions[call.session]?.nextWatch() }).map({ LineWatch(session: call.session, number: $0) })
    else { return subscribe(call, watch: nil) }
    router.watch(watch, lines) { [weak self] in self?.subscribe(call, watch: watch) }
  }

  private func subscribe(_ call: MethodCall, watch: LineWatch?) {
    let topics = Set((call.parameters["topics"]?.strings ?? []).compactMap { Topic(rawValue: $0) })
    var filter = EventFilter(topics: topics, lines: call.parameters["lines"]?.strings.map { Set($0) })
    if let patterns = call.rights.session?.patterns { filter.patterns = patterns.filter { filter.lines?.contains($0) ?? false } }
    do throws(MethodError) {
      try check(topics, call.rights)
      let since = call.parameters["since"].flatMap { EventCursor(json: $0) }
      let found = state.withLock { state -> (subscription: EventSubscription, answer: SubscriptionAnswer)? in
        guard let session = state.sessions[call.session], session.subscriptions.count < SessionState.subscriptionLimit else { return nil }
        return state.log.subscribe(filter, since: since)
      }
      guard let (subscription, answer) = found else { throw Self.tooManySubscriptions }
      // The states are written here, without the lock, so that a large snapshot delays no call. Notifications come after the reply, since
      // the session knows the subscription only then; it is a place in the log, so that nothing is missed meanwhile.
      call.answer(ServiceReply(answer, after: 0))
      let isOpen = state.withLock { state in
        state.sessions[call.session]?.subscriptions[subscription.number] = subscription
        state.sessions[call.session]?.watches[subscription.number] = watch?.number
        return state.sessions[call.session] != nil
      }
      if !isOpen, let watch { settings.router?.unwatch(session: watch.session, watch: watch.number) }
      announce()
    } catch {
      if let watch { settings.router?.unwatch(session: watch.session, watch: watch.number) }
      call.reply(.failure(error))
    }
  }

  static var tooManySubscriptions: MethodError {
    MethodError(
      .tooMany, "a connection has at most \(SessionState.subscriptionLimit) subscriptions; end one first",
      ["limit": .integer(SessionState.subscriptionLimit)])
  }

  private func check(_ topics: Set<Topic>, _ rights: PeerRights) throws(MethodError) {
    let forbidden = rights.forbidden(topics).map(\.rawValue).sorted()
    guard !forbidden.isEmpty else { return }
    throw MethodError(
      .notPermitted, "the topics \(forbidden.joined(separator: ", ")) need the right configure",
      [
        "right": .string(Right.configure.rawValue),
        "how": .string("the host's owner calls access.grant with the right configure"),
      ])
  }

  func unsubscribe(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let number = call.parameters.int("subscription")
    let (found, watch) = state.withLock { state in
      (
        state.sessions[call.session]?.subscriptions.removeValue(forKey: number),
        state.sessions[call.session]?.watches.removeValue(forKey: number)
      )
    }
    if let watch { settings.router?.unwatch(session: call.session, watch: watch) }
    guard found != nil else {
      throw MethodError(
        .notFound, "this connection has no subscription \(number)", ["what": "subscription", "name": .string("\(number)")])
    }
    return .object([])
  }

  func readEvents(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let all = Topic.allCases.filter { !$0.isState }
    let given = call.parameters["topics"]?.strings.map { $0.compactMap { Topic(rawValue: $0) } }
    let topics = Set(given ?? all.filter { call.rights.forbidden([$0]).isEmpty })
    try check(topics, call.rights)
    guard let since = call.parameters["since"].flatMap({ EventCursor(json: $0) }) else { throw Self.invalid("/since", "a cursor") }
    let limit = min(max(call.parameters.int("limit"), 1), 10_000)
    return state.withLock { $0.log.read(EventFilter(topics: topics), since: since, limit: limit) }
  }
}
