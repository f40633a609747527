internal import CallControl
internal import ClusterControl
internal import FoundationEssentials
package import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A line that sessions of this node watch, and its subscription at the node that has it.
struct WatchedLine {
  /// The node's subscription at another node.
  struct Remote {
    let inbox: String
    let listener: ClusterListener
    /// The number of events that came, once the states are here.
    var count: UInt64 = 0
    /// The fence of the owner.
    var fence: UInt64?
    var isReady = false
    /// The events that came before the states.
    var early: [ClusterMessage] = []
    var renewed: Instant
  }

  var watchers: Set<LineWatch> = []
  /// Nil while this node has the line, or nobody.
  var remote: Remote?
  /// The keys of the states that came from another node.
  var states: Set<StateKey> = []
  /// The functions that wait for the states.
  var waiting: [WatchWaiter] = []
}

/// A subscription that waits for the states of its lines.
final class WatchWaiter: Sendable {
  private let rest: Locked<Set<String>?>
  private let ready: @Sendable () -> Void

  init(_ lines: Set<String>, _ ready: @escaping @Sendable () -> Void) {
    rest = Locked(lines)
    self.ready = ready
  }

  /// Notes that the states of a line are here; nil says that no more is waited for.
  func note(_ line: String?) {
    let isDone = rest.withLock { rest -> Bool in
      guard var left = rest else { return false }
      if let line { left.remove(line) } else { left = [] }
      rest = left.isEmpty ? nil : left
      return left.isEmpty
    }
    if isDone { ready() }
  }
}

// The lines of other nodes that sessions of this node watch: one subscription for each line, whose events come into this host's log, so
// that sessions see the line as if it were here.
extension ClusterGateway {
  /// The largest number of events that wait for the states.
  static let earlyLimit = 1_024

  package func watch(_ watch: LineWatch, _ lines: Set<String>, ready: @escaping @Sendable () -> Void) {
    watches.withLock { $0[watch] = lines }
    let distant = lines.filter { line in if case .here = places.line(line) { false } else { true } }
    // A line of this node may move later, so it is watched too.
    let waiter = distant.isEmpty ? nil : WatchWaiter(distant, ready)
    if waiter == nil { ready() }
    store.lane.run { [self] in
      guard !isClosed, watches.withLock({ $0[watch] != nil }) else { return waiter?.note(nil) ?? () }
      for line in lines.sorted() {
        guard watchedLines[line] != nil || watchedLines.count < settings.watchLimit else {
          waiter?.note(line)
          continue
        }
        var watched = watchedLines[line] ?? WatchedLine()
        watched.watchers.insert(watch)
        let isReady = watched.remote?.isReady == true
        if let waiter, distant.contains(line), !isReady { watched.waiting.append(waiter) }
        watchedLines[line] = watched
        if isReady { waiter?.note(line) }
        follow(line)
      }
      if let waiter { store.lane.after(settings.snapshotLimit) { waiter.note(nil) } }
    }
  }

  package func unwatch(session: Int, watch: Int?) {
    let gone = watches.withLock { watches in
      let names = watch.map { [LineWatch(session: session, number: $0)] } ?? watches.keys.filter { $0.session == session }
      return names.compactMap { name in watches.removeValue(forKey: name).map { (name, $0) } }
    }
    guard !gone.isEmpty else { return }
    store.lane.run { [self] in
      for (watch, lines) in gone {
        for line in lines { drop(watch, line) }
        endFeed(watch)
      }
    }
  }

  private func drop(_ watch: LineWatch, _ line: String) {
    watchedLines[line]?.watchers.remove(watch)
    guard watchedLines[line]?.watchers.isEmpty == true else { return }
    endRemote(line, forgets: true)
    watchedLines[line] = nil
  }

  /// Subscribes at the node that has the line, or ends the subscription where this node has it.
  func follow(_ line: String) {
    guard let watched = watchedLines[line] else { return }
    switch places.line(line) {
    case .here:
      // The states of this host take the place of the others.
      if watched.remote != nil || !watched.states.isEmpty {
        endRemote(line, forgets: false)
        watchedLines[line]?.states = []
        served.withLock { $0 }?.restate(line)
      }
      settle(line)
    case .owner, .borrower: if watched.remote == nil { subscribe(line) }
    case .vacant: break
    }
  }

  /// Ends the subscription at another node; it ends there by itself.
  private func endRemote(_ line: String, forgets: Bool) {
    guard let remote = watchedLines[line]?.remote else { return }
    store.unlisten(remote.listener)
    watchedLines[line]?.remote = nil
    guard forgets, let states = watchedLines[line]?.states, !states.isEmpty else { return }
    watchedLines[line]?.states = []
    served.withLock { $0 }?.take(states.map { RemoteNews.state($0, nil) })
  }

  /// Lets the subscriptions that wait for a line go on.
  private func settle(_ line: String) {
    let waiting = watchedLines[line]?.waiting ?? []
    watchedLines[line]?.waiting = []
    for waiter in waiting { waiter.note(line) }
  }

  // MARK: Subscribing

  private func subscribe(_ line: String) {
    let inbox = newInbox()
    let listener = store.listen(to: inbox) { [weak self] message in self?.hear(message, line, inbox) }
    watchedLines[line]?.remote = WatchedLine.Remote(inbox: inbox, listener: listener, renewed: now)
    ask(line, inbox)
  }

  /// Returns a subject for the events of one subscription.
  func newInbox() -> String { "_INBOX.hsw.\(NameToken.encode(settings.node)).\(UUID.fresh().uuidString)" }

  /// Asks for the states, or renews the subscription.
  private func ask(_ line: String, _ inbox: String) {
    let topics = [Topic.line, .audio, .call].map(\.rawValue)
    let request = GatewayRequest(
      id: UUID.fresh().uuidString, deadline: settings.patience.wholeNanoseconds / 1_000_000,
      actor: RemoteActor(name: "node:\(settings.node)", rights: [.observe]), delivery: inbox, method: MethodName.eventsSubscribe.rawValue,
      parameters: .object(of: ["topics": .strings(topics), "lines": .strings([line])]))
    let subject: String
    switch places.line(line) {
    case .owner: subject = names.slot(Slot(of: line, digits: settings.digits).description)
    case .borrower(let node): subject = names.node(NameToken.encode(node))
    case .here, .vacant: return again(line, inbox)
    }
    store.request(request.message(to: subject), within: settings.patience) { [weak self] result in
      guard let self, watchedLines[line]?.remote?.inbox == inbox else { return }
      guard case .success(let message) = result, let reply = try? GatewayReply(message, to: request.number),
        case .success(let value) = reply.answer
      else { return again(line, inbox) }
      take(value, fence: reply.fence, line, inbox)
    }
  }

  /// Subscribes anew after a moment: the node is gone, or has not got the line any more.
  private func again(_ line: String, _ inbox: String) {
    guard watchedLines[line]?.remote?.inbox == inbox else { return }
    endRemote(line, forgets: false)
    store.lane.after(settings.pause * 4) { [weak self] in
      guard let self, !isClosed, watchedLines[line]?.remote == nil else { return }
      follow(line)
    }
  }

  func renewWatches() {
    for (line, watched) in watchedLines.sorted(by: { $0.key < $1.key }) {
      guard let remote = watched.remote else {
        follow(line)
        continue
      }
      if case .here = places.line(line) {
        follow(line)
      } else if remote.isReady, remote.renewed.duration(to: now) >= settings.renewal {
        watchedLines[line]?.remote?.renewed = now
        ask(line, remote.inbox)
      }
    }
  }

  // MARK: States and events

  private func take(_ answer: JSONValue, fence: UInt64?, _ line: String, _ inbox: String) {
    guard var remote = watchedLines[line]?.remote, remote.inbox == inbox else { return }
    if answer["renewed"] == .bool(true) {
      // An event on its way counts as lost only if it has not come by the next look.
      let delivered = UInt64(max(0, answer["delivered"]?.integer ?? 0))
      if delivered > remote.count { store.lane.after(settings.pause) { [weak self] in self?.checkLoss(line, inbox, delivered) } }
      return
    }
    remote.isReady = true
    remote.fence = fence
    let early = remote.early
    remote.early = []
    watchedLines[line]?.remote = remote
    let states = (answer["states"]?.array ?? []).compactMap { Self.state($0, line) }
    // States of the line at its earlier node that it has no more.
    let ended = (watchedLines[line]?.states ?? []).subtracting(states.map(\.key))
    watchedLines[line]?.states = Set(states.map(\.key))
    let news: [RemoteNews] = ended.map { .state($0, nil) }
    served.withLock { $0 }?.take(news + states.map { RemoteNews.state($0.key, $0.value) })
    settle(line)
    for message in early { hear(message, line, inbox) }
  }

  private func checkLoss(_ line: String, _ inbox: String, _ delivered: UInt64) {
    guard let remote = watchedLines[line]?.remote, remote.inbox == inbox, remote.count < delivered else { return }
    restart(line)
  }

  /// Subscribes anew at once: a part of the events is missing, so the states are read again.
  private func restart(_ line: String) {
    endRemote(line, forgets: false)
    follow(line)
  }

  private func hear(_ message: ClusterMessage, _ line: String, _ inbox: String) {
    guard let remote = watchedLines[line]?.remote, remote.inbox == inbox,
      let number = message.header(GatewayHeader.event).flatMap({ UInt64($0) })
    else { return }
    // The node ended it: the line has another node now.
    if number == 0 { return again(line, inbox) }
    guard remote.isReady else {
      if remote.early.count < Self.earlyLimit { watchedLines[line]?.remote?.early.append(message) }
      return
    }
    let fence = message.header(GatewayHeader.fence).flatMap { UInt64($0) }
    // The same event again, or one of an earlier owner.
    guard number > remote.count, fence == remote.fence else { return }
    guard number == remote.count + 1 else { return restart(line) }
    watchedLines[line]?.remote?.count = number
    guard let event = try? JSONReader.read(message.body, limits: JSONLimits(depth: 64, size: 1 << 20)), let members = event["params"] else {
      return restart(line)
    }
    switch event["method"]?.string.flatMap({ NotificationName(rawValue: $0) }) {
    case .state:
      guard let state = Self.state(members, line) else { return }
      if state.value == nil { watchedLines[line]?.states.remove(state.key) } else { watchedLines[line]?.states.insert(state.key) }
      served.withLock { $0 }?.take([.state(state.key, state.value)])
    case .record: if let record = Self.record(members, line) { served.withLock { $0 }?.take([record]) }
    case .lost: restart(line)
    default: break
    }
  }

  /// Reads a state of the line; nil for any other.
  private static func state(_ members: JSONValue, _ line: String) -> (key: StateKey, value: JSONValue?)? {
    guard let topic = members["topic"]?.string.flatMap({ Topic(rawValue: $0) }), topic == .line || topic == .audio,
      members["key"]?.string == line
    else { return nil }
    return (StateKey(topic, line), members["value"].flatMap { $0 == .null ? nil : $0 })
  }

  /// Reads a record of the line; nil for any other.
  private static func record(_ members: JSONValue, _ line: String) -> RemoteNews? {
    guard members["topic"]?.string == Topic.call.rawValue, members["line"]?.string == line, let kind = members["kind"]?.string,
      let time = members["time"]?.string.flatMap({ SurfaceTime(parsing: $0) })
    else { return nil }
    return .record(
      .call, kind: kind, time: time, line: line, call: members["call"]?.string, provider: members["provider"]?.string,
      data: members["data"] ?? .object([]))
  }
}
