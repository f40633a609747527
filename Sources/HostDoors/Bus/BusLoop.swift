internal import CallControl
internal import DoorKit
internal import Glibc
internal import HostService
internal import HostSurface
internal import StrictJSON
internal import TransportLoader

/// The bus door's thread: the connection to the bus, the tree of objects, and the programs that call.
///
/// `@unchecked Sendable`: only the door's thread accesses the variables; `post` is safe for all threads.
final class BusLoop: @unchecked Sendable {
  private(set) var settings: BusSettings
  let service: any Service
  let post: DoorPost<BusMail>
  let log: DoorLog
  private let problem: @Sendable (String?) -> Void
  var link: BusLink?
  var tree: BusTree
  var gnome: GnomeCalls
  /// The door's own session, which sees everything.
  var own: (any ServiceSession)?
  /// The number of the newest event that the tree has.
  private var reached: UInt64 = 0
  var peers: [String: BusPeer] = [:]
  /// The programs by the numbers of their sessions in `post`; the door's own is 0.
  var sessions: [Int: BusPeer] = [:]
  private var sessionCount = 0
  private var replies: [Int: (ServiceReply) -> Void] = [:]
  var questions = 0
  /// The calls that wait for a person's answer.
  var confirmations: [Int: (Bool?) -> Void] = [:]
  private var matches: [BusMatch] = []
  /// True when the door must fetch its own notifications.
  private var isStale = false
  /// The host's status when the door last looked up the emergency numbers.
  private var seenHost: JSONValue?
  private var lastFlush = Instant(nanoseconds: 0)
  private var retry: (at: Instant, delay: Duration)?
  /// True once the log tells that there is no bus.
  private var isMissed = false
  private var hasName = false
  private var isStopping = false

  init(
    _ settings: BusSettings, _ service: any Service, _ post: DoorPost<BusMail>, log: @escaping DoorLog,
    problem: @escaping @Sendable (String?) -> Void
  ) {
    (self.settings, self.service, self.post, self.log, self.problem) = (settings, service, post, log, problem)
    tree = BusTree(hasAllLines: settings.hasAllLines)
    gnome = GnomeCalls()
  }

  static var now: Instant { SocketLoop.now }

  // MARK: The thread

  /// Serves the bus until the door stops.
  func run() {
    connect()
    while !isStopping {
      wait()
      takePost()
      if let link, !link.process() { disconnect() }
      if link == nil, let retry, Self.now >= retry.at { connect() }
      if own != nil, isFlushDue { flush() }
    }
    link?.flush()
    release()
    for case .ping(let answer) in post.close().orders { answer() }
  }

  private func wait() {
    var wanted = [pollfd(fd: post.signal.number, events: Int16(POLLIN), revents: 0)]
    if let interest = link?.interest { wanted.append(interest) }
    let due = [link?.timeout.map { Instant(nanoseconds: $0) }, link == nil ? retry?.at : nil, nextFlush].compactMap { $0 }.min()
    let milliseconds = due.map { max(0, (Self.now.duration(to: $0).wholeNanoseconds + 999_999) / 1_000_000) }
    poll(&wanted, nfds_t(wanted.count), milliseconds.map { CInt(clamping: $0) } ?? -1)
  }

  private func takePost() {
    let mail = post.take()
    for order in mail.orders {
      switch order {
      case .reply(let number, let reply): replies.removeValue(forKey: number)?(reply)
      case .confirmed(let number, let answer): confirmations.removeValue(forKey: number)?(answer)
      case .ping(let answer): answer()
      case .gnomeCalls(let use): change(use)
      case .stop: isStopping = true
      }
    }
    for session in mail.woken { if session == 0 { isStale = true } else if let peer = sessions[session] { takeNotifications(of: peer) } }
  }

  // MARK: The bus

  private func connect() {
    guard let link = BusLink(settings.address) else { return waitForBus() }
    self.link = link
    let isServed =
      link.serve("/org/hookswitch") { [unowned self] in take($0) } && link.serve(GnomeCalls.root) { [unowned self] in take($0) }
    guard isServed else { return disconnect() }
    subscribe()
  }

  private func waitForBus() {
    let delay = min((retry?.delay).map { $0 * 2 } ?? BusSettings.patience.first, BusSettings.patience.longest)
    retry = (Self.now.advanced(by: delay), delay)
    guard !isMissed else { return }
    isMissed = true
    log(.info, "there is no bus; programs that come by D-Bus can call once there is one")
  }

  private func disconnect() {
    log(.warning, "the bus is gone; looking for it again")
    release()
    retry = nil
    waitForBus()
  }

  /// Closes all sessions and the connection.
  private func release() {
    for peer in peers.values { peer.session?.close() }
    (peers, sessions, replies, confirmations, matches) = ([:], [:], [:], [:], [])
    own?.close()
    (own, link, hasName) = (nil, nil, false)
    (tree, gnome, reached) = (BusTree(hasAllLines: settings.hasAllLines), GnomeCalls(), 0)
  }

  /// Opens the door's own session, and takes the name once the objects are there.
  private func subscribe() {
    let session = service.open(Peer(.text)) { [post] in post.add { _ = $0.woken.insert(0) } }
    own = session
    let topics = Topic.allCases.filter { $0.right == .observe }.map(\.rawValue)
    ask(session, .eventsSubscribe, .object(of: ["topics": .strings(topics)])) { [unowned self] reply in
      guard own === session, case .success(let subscription) = reply.answer else { return }
      tree.begin(subscription, at: Self.now)
      flush()
      takeName()
    }
  }

  private func takeName() {
    let name = settings.name
    for (signal, isOurs) in [("NameAcquired", true), ("NameLost", false)] {
      let rule = "type='signal',sender='org.freedesktop.DBus',member='\(signal)',arg0='\(name)'"
      if let match = link?.match(rule, { [unowned self] _ in note(isOurs) }) { matches.append(match) }
    }
    link?.request(name: name, isQueued: true) { [unowned self] reply in
      if let error = reply.error { return complain("\(error.text); check the policy of the bus") }
      // 1 and 4: the name is ours; 2: the door waits for it.
      note((try? reply.arguments().first) != 2)
    }
    if settings.gnomeCalls == .ifFree { takeGnomeName() }
  }

  private func change(_ use: BusSettings.GnomeCalls) {
    guard use != settings.gnomeCalls else { return }
    settings.gnomeCalls = use
    guard own != nil else { return }
    if use == .ifFree { takeGnomeName() } else { link?.release(name: GnomeCalls.name) }
  }

  private func note(_ isOurs: Bool) {
    guard isOurs else {
      hasName = false
      return complain("another program has it; end that program, or its daemon")
    }
    guard !hasName else { return }
    (hasName, isMissed, retry) = (true, false, nil)
    problem(nil)
    log(.info, "programs can call \(settings.name)")
  }

  private func complain(_ reason: String) {
    let text = "cannot take the name \(settings.name) on the bus: \(reason)"
    log(.error, text)
    problem(text)
  }

  // MARK: The host

  /// Asks the host; `then` runs on the door's thread.
  func ask(_ session: any ServiceSession, _ method: MethodName, _ parameters: JSONValue?, then: @escaping (ServiceReply) -> Void) {
    ask(session, method.rawValue, parameters, then: then)
  }

  func ask(_ session: any ServiceSession, _ method: String, _ parameters: JSONValue?, then: @escaping (ServiceReply) -> Void) {
    questions += 1
    replies[questions] = then
    session.perform(method, parameters) { [post, questions] reply in post.add(.reply(questions, reply)) }
  }

  /// Opens a session for a program.
  func open(_ peer: BusPeer, _ credentials: Peer) {
    sessionCount += 1
    let number = sessionCount
    sessions[number] = peer
    peer.number = number
    peer.session = service.open(credentials) { [post] in post.add { _ = $0.woken.insert(number) } }
  }

  // MARK: News

  private var isFlushDue: Bool { nextFlush.map { Self.now >= $0 } ?? false }

  /// The instant at which changes are told, or an object goes.
  private var nextFlush: Instant? {
    guard own != nil else { return nil }
    return [isStale ? lastFlush.advanced(by: BusSettings.coalescence) : nil, tree.nextRemoval].compactMap { $0 }.min()
  }

  /// Brings the tree up to an event, so that a program that has seen it finds its objects.
  func flush(upTo sequence: UInt64 = .max) {
    guard let own, sequence > reached || sequence == .max else { return }
    isStale = false
    lastFlush = Self.now
    while true {
      let batch = own.notifications(limit: 256)
      reached = max(reached, batch.sequence)
      for line in batch.lines { if let notification = try? JSONReader.read(Array(line.utf8)) { tree.take(notification, at: lastFlush) } }
      if batch.lines.count < 256 { break }
    }
    if tree.host != seenHost {
      seenHost = tree.host
      readEmergencyNumbers()
    }
    for contact in tree.takeWantedContacts() {
      ask(own, .contactGet, .object(of: ["id": .integer(contact)])) { [unowned self] reply in
        guard case .success(let entry) = reply.answer else { return }
        tree.setImage(entry["image"]?.string ?? "", ofContact: contact)
        isStale = true
      }
    }
    for news in tree.flush(at: lastFlush) { tell(news) }
    gnome.take(tree)
    for news in gnome.flush() { tell(news) }
  }
}
