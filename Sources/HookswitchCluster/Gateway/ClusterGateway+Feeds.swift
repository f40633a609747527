internal import CallControl
internal import ClusterControl
internal import FoundationEssentials
package import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A subscription of one session to levels, a page of calls or the flight recorder at another node.
struct RemoteFeed {
  /// The node's subscription at the other node.
  struct Remote {
    /// The name of the other node, and the subject of requests to it.
    let node: String
    let subject: String
    let inbox: String
    let listener: ClusterListener
    /// The number of notifications that came, once the answer is here.
    var count: UInt64 = 0
    var isReady = false
    /// The notifications that came before the answer.
    var early: [ClusterMessage] = []
    var renewed: Instant
    /// The number of the record after which those of the answer begin; nil for the number that the session gave.
    var after: Int?
    /// The flight recorder of the other node, once the answer is here.
    var recorder: String?
  }

  let request: RoutedRequest
  let hear: @Sendable (FeedNews) -> Void
  /// Nil while the gateway looks for another node.
  var remote: Remote?
  var isAnswered = false
  /// The time of the last sign of life.
  var heard: Instant
  /// The number of the last record that came, by flight recorder: each start of a node has another one, which counts from 1.
  var places: [String: Int] = [:]
  /// The flight recorder that each node had last.
  var recorders: [String: String] = [:]
  /// True once the owner of the call's slot has said that it does not know the call.
  var looksEverywhere = false
  /// Grows with each look for a node: an answer to an earlier one changes nothing.
  var turn = 0
}

// Levels, pages of calls and records of the flight recorder of lines and calls that another node has.
extension ClusterGateway {
  package func feed(_ name: LineWatch, _ request: RoutedRequest, hear: @escaping @Sendable (FeedNews) -> Void) {
    watches.withLock { $0[name] = [] }
    store.lane.run { [self] in
      guard !isClosed else { return hear(.answer(.failure(GatewayFailure.closed))) }
      guard watches.withLock({ $0[name] != nil }) else { return hear(.answer(.failure(HostService.replaced))) }
      guard feeds.count < settings.watchLimit else {
        return hear(.answer(.failure(GatewayFailure.busy(settings.watchLimit, retryAfter: 5))))
      }
      feeds[name] = RemoteFeed(request: request, hear: hear, heard: now)
      seek(name)
    }
  }

  /// Ends a subscription without a notification; a request that waits has its answer.
  func endFeed(_ name: LineWatch) {
    if let feed = remove(name), !feed.isAnswered { feed.hear(.answer(.failure(HostService.replaced))) }
  }

  /// Ends all subscriptions: the node stops.
  func closeFeeds() {
    for name in feeds.keys { fail(name, GatewayFailure.closed) }
  }

  private func remove(_ name: LineWatch) -> RemoteFeed? {
    watches.withLock { _ = $0.removeValue(forKey: name) }
    let feed = feeds.removeValue(forKey: name)
    if let feed, let remote = feed.remote { leave(remote, feed) }
    return feed
  }

  /// Stops listening to the other node, and tells it to send no more.
  private func leave(_ remote: RemoteFeed.Remote, _ feed: RemoteFeed) {
    store.unlisten(remote.listener)
    let end = message(feed.request.actor, remote, MethodName.eventsUnsubscribe, .object(of: ["subscription": 0]))
    store.request(end.message(to: remote.subject), within: settings.patience) { _ in }
  }

  func renewFeeds() {
    for (name, feed) in feeds.sorted(by: { ($0.key.session, $0.key.number) < ($1.key.session, $1.key.number) }) {
      guard let remote = feed.remote, remote.isReady, remote.renewed.duration(to: now) >= settings.renewal else { continue }
      feeds[name]?.remote?.renewed = now
      ask(name, remote)
    }
  }

  // MARK: Subscribing

  /// Looks for the node that has the line or the call, and subscribes there.
  private func seek(_ name: LineWatch) {
    guard let feed = feeds[name], !isClosed else { return }
    feeds[name]?.turn += 1
    guard let line = feed.request.subject.line else { return seekCall(name, feed) }
    switch places.line(line) {
    case .owner(let node): subscribe(name, at: node, names.slot(Slot(of: line, digits: settings.digits).description))
    case .borrower(let node): subscribe(name, at: node, names.node(NameToken.encode(node)))
    case .vacant: seekLater(name)
    case .here where feed.isAnswered: end(name, because: "the line \"\(line)\" is at this node now: subscribe again")
    case .here: fail(name, HostService.lineElsewhere(feed.request.subject, nil))
    }
  }

  private func seekCall(_ name: LineWatch, _ feed: RemoteFeed) {
    guard let call = feed.request.subject.calls.first else { return }
    // The flight recorder has calls that have ended, of which `call.get` knows nothing: the owner of their slot has most of them.
    if feed.request.method == .traceSubscribe, !feed.looksEverywhere, case .owner(let node) = slotPlace(of: call) {
      return subscribe(name, at: node, names.node(NameToken.encode(node)))
    }
    let turn = feed.turn + 1
    locate(call, within: feed.request.limit) { [weak self] result in
      guard let self, feeds[name]?.turn == turn else { return }
      switch result {
      case .success(let node) where node != settings.node: subscribe(name, at: node, names.node(NameToken.encode(node)))
      case .success: fail(name, CallError(.unknownCallUUID, [call]).refusal)
      case .failure(let error): fail(name, error)
      }
    }
  }

  private func subscribe(_ name: LineWatch, at node: String, _ subject: String) {
    let inbox = newInbox()
    let listener = store.listen(to: inbox) { [weak self] message in self?.hear(message, name, inbox) }
    let remote = RemoteFeed.Remote(node: node, subject: subject, inbox: inbox, listener: listener, renewed: now)
    feeds[name]?.remote = remote
    ask(name, remote)
  }

  /// Asks for the subscription, or renews it.
  private func ask(_ name: LineWatch, _ remote: RemoteFeed.Remote) {
    guard let feed = feeds[name] else { return }
    var given = feed.request.given
    if !feed.places.isEmpty, case .object(let members) = given {
      let last = feed.recorders[remote.node].flatMap { feed.places[$0] } ?? 0
      given = .object(members.filter { $0.name != "after" } + [.init(name: "after", value: .integer(last))])
      feeds[name]?.remote?.after = last
    }
    let request = message(feed.request.actor, remote, feed.request.method, given)
    store.request(request.message(to: remote.subject), within: settings.patience) { [weak self] result in
      guard let self, feeds[name]?.remote?.inbox == remote.inbox else { return }
      guard case .success(let message) = result, let reply = try? GatewayReply(message, to: request.number) else { return lose(name) }
      switch reply.answer {
      case .success(let value): take(value, name)
      case .failure(let error): judge(error, name, remote)
      }
    }
  }

  private func message(
    _ actor: RemoteActor, _ remote: RemoteFeed.Remote, _ method: MethodName, _ parameters: JSONValue
  ) -> GatewayRequest {
    GatewayRequest(
      id: UUID.fresh().uuidString, deadline: settings.patience.wholeNanoseconds / 1_000_000, actor: actor, delivery: remote.inbox,
      method: method.rawValue, parameters: parameters)
  }

  private func judge(_ error: MethodError, _ name: LineWatch, _ remote: RemoteFeed.Remote) {
    guard let feed = feeds[name] else { return }
    let (method, subject) = (feed.request.method, feed.request.subject)
    if method == .callsSubscribe, GatewayFailure.isElsewhere(error), error.data["node"] != nil, error.data["line"]?.string != subject.line {
      // No node has all lines of the page, and the first one, by which the gateway looks, has not moved.
      return fail(name, error)
    }
    if method == .traceSubscribe, subject.line == nil, !feed.looksEverywhere, GatewayFailure.isUnknown(error) {
      feeds[name]?.looksEverywhere = true
      return restart(name)
    }
    if GatewayFailure.isUnknown(error) || GatewayFailure.retryTime(error) != nil { return lose(name) }
    guard error.code == ErrorWord.invalidRequest.rawValue else { return fail(name, error) }
    // A node of an earlier version, which sends events of lines only.
    fail(name, HostService.lineElsewhere(subject, remote.node))
  }

  /// Leaves the other node, and looks again after a moment.
  private func lose(_ name: LineWatch) {
    if let listener = feeds[name]?.remote?.listener { store.unlisten(listener) }
    feeds[name]?.remote = nil
    seekLater(name)
  }

  private func seekLater(_ name: LineWatch) {
    guard let feed = feeds[name] else { return }
    let limit = feed.isAnswered ? settings.deliverySpan : feed.request.limit
    guard feed.heard.duration(to: now) < limit else {
      return fail(name, GatewayFailure.silent(feed.request.subject, limit))
    }
    store.lane.after(settings.pause * 4) { [weak self] in
      guard let self, feeds[name]?.turn == feed.turn, feeds[name]?.remote == nil else { return }
      seek(name)
    }
  }

  private func fail(_ name: LineWatch, _ error: MethodError) {
    guard let feed = remove(name) else { return }
    feed.hear(feed.isAnswered ? .ended(error.message) : .answer(.failure(error)))
  }

  private func end(_ name: LineWatch, because reason: String) { remove(name)?.hear(.ended(reason)) }

  // MARK: News

  private func take(_ answer: JSONValue, _ name: LineWatch) {
    guard let feed = feeds[name], let remote = feed.remote else { return }
    feeds[name]?.heard = now
    if answer["renewed"] == .bool(true) {
      // A notification on its way counts as lost only if it has not come by the next look.
      let delivered = UInt64(max(0, answer["delivered"]?.integer ?? 0))
      guard delivered > remote.count else { return }
      return store.lane.after(settings.pause) { [weak self] in
        guard let self, let present = feeds[name]?.remote, present.inbox == remote.inbox, present.count < delivered else { return }
        restart(name)
      }
    }
    guard !isOfAnotherRecorder(answer, name, remote) else { return restart(name) }
    // The other node has forgotten the subscription, and counts from the beginning.
    feeds[name]?.remote?.count = 0
    feeds[name]?.remote?.isReady = true
    feeds[name]?.remote?.early = []
    feeds[name]?.isAnswered = true
    feed.hear(feed.isAnswered ? .again(answer) : .answer(.success(answer)))
    for message in remote.early { hear(message, name, remote.inbox) }
  }

  /// Notes the flight recorder of an answer; returns true where the question had the place in another one.
  ///
  /// The node has started again since the last record, or another one has answered in its place.
  private func isOfAnotherRecorder(_ answer: JSONValue, _ name: LineWatch, _ remote: RemoteFeed.Remote) -> Bool {
    guard let feed = feeds[name], feed.request.method == .traceSubscribe else { return false }
    // A node of an earlier version does not tell.
    let recorder = answer[HostService.recorderMember]?.string ?? remote.node
    feeds[name]?.remote?.recorder = recorder
    feeds[name]?.recorders[remote.node] = recorder
    // The session's own number belongs to the flight recorder that it meets first.
    guard let after = remote.after else {
      feeds[name]?.places[recorder] = feed.request.given["after"]?.integer ?? 0
      return false
    }
    return after != feed.places[recorder] ?? 0
  }

  private func hear(_ message: ClusterMessage, _ name: LineWatch, _ inbox: String) {
    guard let feed = feeds[name], let remote = feed.remote, remote.inbox == inbox,
      let number = message.header(GatewayHeader.event).flatMap({ UInt64($0) })
    else { return }
    // The node ends the subscription: it stops, or has the line no more.
    if number == 0 { return lose(name) }
    guard remote.isReady else {
      if remote.early.count < Self.earlyLimit { feeds[name]?.remote?.early.append(message) }
      return
    }
    guard number > remote.count else { return }
    // Levels are replaced ten times a second, so that a lost one is no loss.
    guard number == remote.count + 1 || feed.request.method == .levelsSubscribe else { return restart(name) }
    feeds[name]?.remote?.count = number
    feeds[name]?.heard = now
    guard let event = try? JSONReader.read(message.body, limits: JSONLimits(depth: 64, size: 1 << 20)), let members = event["params"] else {
      // The same may come again, so the next look waits.
      drop(name)
      return seekLater(name)
    }
    guard event["method"]?.string == feed.request.method.feedNotification?.rawValue else { return }
    if let last = members["records"]?.array?.last?["number"]?.integer, let recorder = remote.recorder {
      feeds[name]?.places[recorder] = last
    }
    feed.hear(.notification(members))
  }

  /// Leaves the other node, and looks again at once: a part of the notifications is missing, or that node has nothing.
  private func restart(_ name: LineWatch) {
    drop(name)
    seek(name)
  }

  private func drop(_ name: LineWatch) {
    if let feed = feeds[name], let remote = feed.remote { leave(remote, feed) }
    feeds[name]?.remote = nil
  }
}

extension MethodName {
  /// The notification of a subscription that another node may have; nil for other methods.
  var feedNotification: NotificationName? {
    switch self {
    case .levelsSubscribe: .levels
    case .callsSubscribe: .calls
    case .traceSubscribe: .trace
    default: nil
    }
  }
}
