internal import CallControl
internal import HostSurface

/// A session as the service's state keeps it.
struct SessionState: Sendable {
  /// The largest number of notifications for one session that are not in the log: results of its requests, and actions of its providers.
  static let directLimit = 16_384
  /// The largest number of subscriptions of one session.
  static let subscriptionLimit = 64

  /// A notification for this session alone, with the number of the last event before it.
  struct Direct: Sendable {
    let line: String
    let after: UInt64
  }

  let peer: Peer
  /// The rights, within the limits of the connection's session.
  private(set) var rights: PeerRights
  let wake: @Sendable () -> Void
  /// The client's name and version, as it gave them in `host.hello`.
  var client: String?
  var subscriptions: [Int: EventSubscription] = [:]
  /// The watches of lines of other nodes, by their subscriptions.
  var watches: [Int: Int] = [:]
  private var watchCount = 0
  /// The subscriptions to the flight recorder.
  var traces: [Int: TraceSubscription] = [:]
  /// The subscriptions at other nodes, by the numbers of their watches.
  var feeds: [Int: ForeignFeed] = [:]
  /// The calls whose levels the session receives from this host.
  var levelCalls: [CallID] = []
  /// Grows with each request for levels: what becomes of an earlier one changes nothing.
  private(set) var levelTurn = 0
  /// The session's page of calls; nil for none.
  var callPage: CallPageView?
  /// The newest levels that the session has not read; an older message is worth nothing.
  private(set) var levels: String?
  private(set) var direct = DirectQueue()
  /// True once nothing more comes after the notifications that are queued.
  private(set) var isOver = false

  init(_ peer: Peer, _ rights: PeerRights, wake: @escaping @Sendable () -> Void) {
    (self.peer, self.rights, self.wake) = (peer, rights, wake)
  }

  /// Returns a number for a watch of lines of other nodes.
  mutating func nextWatch() -> Int {
    watchCount += 1
    return watchCount
  }

  /// Adds a subscription at another node; returns the number of its watch.
  mutating func addFeed(_ kind: ForeignFeed.Kind) -> Int {
    let number = nextWatch()
    feeds[number] = ForeignFeed(kind)
    return number
  }

  /// Adds a subscription to the flight recorder of another node; returns the number of its watch, nil when the session has too many.
  mutating func addTraceFeed() -> Int? { nextTrace.map { addFeed(.trace($0)) } }

  /// Ends the subscriptions at other nodes of a kind; returns the numbers of their watches.
  mutating func endFeeds(_ kind: ForeignFeed.Kind) -> [Int] {
    let numbers = feeds.filter { $0.value.kind == kind }.keys.sorted()
    for number in numbers { feeds[number] = nil }
    return numbers
  }

  /// Lets the session have the levels of calls of this host alone; returns the watches that end.
  mutating func setLevels(_ calls: [CallID]) -> [Int] {
    levelTurn += 1
    (levelCalls, levels) = (calls, nil)
    return endFeeds(.levels)
  }

  /// Returns a number for a subscription to the flight recorder, here or at another node; nil when the session has too many.
  var nextTrace: Int? {
    let foreign = feeds.values.compactMap { feed -> Int? in if case .trace(let number) = feed.kind { number } else { nil } }
    guard traces.count + foreign.count < Self.subscriptionLimit else { return nil }
    return max(traces.keys.max() ?? 0, foreign.max() ?? 0) + 1
  }

  /// Queues a notification; a session that leaves too many unread ends with `goodbye`.
  mutating func put(_ line: String, after sequence: UInt64) {
    guard !isOver else { return }
    direct.append(Direct(line: line, after: sequence))
    if direct.count >= Self.directLimit { end(because: "stalled", after: sequence) }
  }

  /// True once the connection's session is over; the door has not closed the connection yet.
  var isRefusing: Bool { isOver && rights.session != nil }

  /// True when the session may have notifications.
  var mayHaveNews: Bool {
    !subscriptions.isEmpty || !direct.isEmpty || !traces.isEmpty || levels != nil || callPage?.hasNews == true
      || feeds.values.contains { $0.hasNews }
  }

  /// Takes new rights, which the connection's session limits as before.
  mutating func take(_ new: PeerRights) { rights = new.limited(to: rights.session) }

  /// Limits the connection to a person's session, for good.
  mutating func limit(to session: SessionGrant) { rights = rights.limited(to: session) }

  /// Replaces the levels that the session has not read.
  mutating func put(levels line: String) {
    if !isOver { levels = line }
  }

  /// Takes the newest levels.
  mutating func takeLevels() -> String? {
    defer { levels = nil }
    return levels
  }

  /// Queues `goodbye` as the last notification.
  mutating func end(because reason: String, after sequence: UInt64) {
    guard !isOver else { return }
    isOver = true
    let name = NotificationName.goodbye.rawValue
    direct.append(Direct(line: "{\"jsonrpc\":\"2.0\",\"method\":\"\(name)\",\"params\":{\"reason\":\"\(reason)\"}}", after: sequence))
  }

  /// Removes the oldest notification.
  mutating func removeFirst() { direct.removeFirst() }
}

/// A queue whose oldest element leaves in constant time.
struct DirectQueue: Sendable {
  private var elements: [SessionState.Direct?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var first: SessionState.Direct? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: SessionState.Direct) { elements.append(element) }

  mutating func removeFirst() {
    guard head < elements.count else { return }
    elements[head] = nil
    head += 1
    if head >= 256, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }
}
