internal import CallControl
internal import DoorKit
internal import Glibc
internal import HostService
internal import HostSurface
internal import StrictJSON
internal import TransportLoader

/// The thread of the bridge: the connections to the buses, the session with the host, and the timers.
///
/// It decides nothing: it hands events to the machine and carries out the effects.
///
/// `@unchecked Sendable`: only the bridge's thread accesses the variables; `post` is safe for all threads.
final class DesktopLoop: @unchecked Sendable {
  /// A connection to a bus, with the signals that it takes.
  private struct Connection {
    var link: BusLink
    var matches: [BusMatch] = []
  }

  /// The longest time for the last replies.
  private static let lastPatience = Duration.seconds(1)
  /// The longest time for a reply of a service.
  private static let patience = Duration.seconds(2)
  /// The times after which a lost bus is looked for again: the first, and the longest.
  private static let retries = (first: Duration.seconds(1), longest: Duration.seconds(60))
  /// The largest number of notifications of the host that are read at once.
  private static let portion = 256

  private let surroundings: DesktopSurroundings
  private let service: (any Service)?
  let post: DoorPost<DesktopMail>
  private var machine: DesktopMachine
  private var session: (any ServiceSession)?
  private var connections: [DesktopBus: Connection] = [:]
  private var attempts: [DesktopBus: (at: Instant, delay: Duration)] = [:]
  private var timers: [DesktopTimer: Instant] = [:]
  private var locks: [DesktopLock: CInt] = [:]
  private var replies: [Int: (ServiceReply) -> Void] = [:]
  private var requests = 0
  private var deciders: [Int: @Sendable (DesktopDecision) -> Void] = [:]
  private var isStopping = false
  /// The time at which the bridge ends, even if services have not replied.
  private var end: Instant?
  /// The replies that the machine awaits.
  private var awaited: [DesktopBus: Int] = [:]

  init(
    _ settings: DesktopSettings, _ surroundings: DesktopSurroundings, _ service: (any Service)?, _ post: DoorPost<DesktopMail>
  ) {
    (self.surroundings, self.service, self.post) = (surroundings, service, post)
    machine = DesktopMachine(settings, uid: surroundings.uid, isSandboxed: surroundings.isSandboxed)
  }

  private static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  // MARK: The thread

  /// Serves the desktop until the bridge stops.
  func run() {
    subscribe()
    take(.started)
    for bus in DesktopBus.allCases { connect(bus) }
    while !isStopping || isFinishing {
      wait()
      takePost()
      for bus in DesktopBus.allCases { if let link = connections[bus]?.link, !link.process() { disconnect(bus) } }
      for (bus, attempt) in attempts where Self.now >= attempt.at { connect(bus) }
      fireTimers()
    }
    close()
  }

  /// True while the last effects need replies, such as those after which players play again.
  private var isFinishing: Bool { awaited.values.contains { $0 > 0 } && end.map { Self.now < $0 } ?? false }

  private func wait() {
    var wanted = [pollfd(fd: post.signal.number, events: Int16(POLLIN), revents: 0)]
    var due = attempts.values.map(\.at) + timers.values + (end.map { [$0] } ?? [])
    for connection in connections.values {
      if let interest = connection.link.interest { wanted.append(interest) }
      if let timeout = connection.link.timeout { due.append(Instant(nanoseconds: timeout)) }
    }
    let milliseconds = due.min().map { max(0, (Self.now.duration(to: $0).wholeNanoseconds + 999_999) / 1_000_000) }
    poll(&wanted, nfds_t(wanted.count), milliseconds.map { CInt(clamping: $0) } ?? -1)
  }

  private func takePost() {
    let mail = post.take()
    for order in mail.orders {
      switch order {
      case .reply(let number, let reply): replies.removeValue(forKey: number)?(reply)
      case .event(let event): take(event)
      case .question(let number, let question, let decide):
        deciders[number] = decide
        take(.question(number, question))
      case .stop: (isStopping, end) = (true, Self.now.advanced(by: Self.lastPatience))
      }
    }
    if mail.isWoken { readNews() }
  }

  private func fireTimers() {
    let now = Self.now
    for timer in timers.filter({ $0.value <= now }).keys {
      timers[timer] = nil
      take(.timer(timer))
    }
  }

  private func close() {
    for bus in DesktopBus.allCases { connections[bus]?.link.flush() }
    connections = [:]
    for lock in locks.values { Glibc.close(lock) }
    session?.close()
    for decide in deciders.values { decide(.unavailable) }
    for order in post.close().orders {
      if case .question(_, _, let decide) = order { decide(.unavailable) }
    }
  }

  // MARK: The machine

  private func take(_ event: DesktopEvent) {
    for effect in machine.take(event) { perform(effect) }
  }

  private func perform(_ effect: DesktopEffect) {
    switch effect {
    case .call(let call): send(call)
    case .ask(let method, let parameters, let tag): ask(method, parameters, tag)
    case .ownRingtone(let plays): surroundings.playRingtone(plays)
    case .release(let lock): if let descriptor = locks.removeValue(forKey: lock) { Glibc.close(descriptor) }
    case .timer(let timer, let delay): timers[timer] = Self.now.advanced(by: delay)
    case .woke: surroundings.woke()
    case .decided(let number, let decision):
      timers[.question(number)] = nil
      deciders.removeValue(forKey: number)?(decision)
    }
  }

  private func send(_ call: DesktopCall) {
    guard let link = connections[call.bus]?.link, let message = link.call(to: call.name, call.path, call.interface, call.member, [])
    else { return fail(call) }
    for value in call.values { message.append(value) }
    if call.tag != nil { awaited[call.bus, default: 0] += 1 }
    link.send(message, timeout: Self.patience) { [unowned self] reply in
      if call.tag != nil { awaited[call.bus, default: 0] -= 1 }
      if let error = reply.error {
        surroundings.log(false, "\(call.name) refuses \(call.member): \(error.name): \(error.text)")
        return fail(call)
      }
      if let lock = call.lock {
        guard let descriptor = reply.descriptor() else { return fail(call) }
        if let old = locks.updateValue(descriptor, forKey: lock) { Glibc.close(old) }
      }
      guard let tag = call.tag else { return }
      let values = call.lock == nil ? (try? reply.values()) ?? [] : []
      take(.reply(tag, .values(values, from: reply.sender)))
    }
  }

  private func fail(_ call: DesktopCall) {
    // The machine gets it after the effects that are being carried out.
    if let tag = call.tag { post.add(.event(.reply(tag, .failed(call.member)))) }
  }

  // MARK: The host

  private func subscribe() {
    guard let service else { return }
    session = service.open(Peer(.text)) { [post] in post.add { $0.isWoken = true } }
    ask(.eventsSubscribe, .object(of: ["topics": .strings(DesktopMachine.topics.map(\.rawValue))])) { [unowned self] reply in
      guard case .success(let subscription) = reply.answer else { return }
      for state in subscription["states"]?.array ?? [] { takeState(state) }
    }
    ask(.accessList, .object([]), .pending)
  }

  private func ask(_ method: MethodName, _ parameters: JSONValue, _ tag: HostTag?) {
    ask(method, parameters) { [unowned self] reply in
      if case .failure(let error) = reply.answer {
        surroundings.log(true, "the host refuses \(method.rawValue): \(error.description)")
      }
      if let tag { take(.answer(tag, try? reply.answer.get())) }
    }
  }

  private func ask(_ method: MethodName, _ parameters: JSONValue, then: @escaping (ServiceReply) -> Void) {
    requests += 1
    replies[requests] = then
    session?.perform(method.rawValue, parameters) { [post, requests] reply in post.add(.reply(requests, reply)) }
  }

  private func readNews() {
    guard let session else { return }
    while true {
      let batch = session.notifications(limit: Self.portion)
      for line in batch.lines { if let news = try? JSONReader.read(Array(line.utf8)) { take(news) } }
      if batch.lines.count < Self.portion { return }
    }
  }

  private func take(_ news: JSONValue) {
    guard let members = news["params"] else { return }
    switch news["method"]?.string.flatMap({ NotificationName(rawValue: $0) }) {
    case .state?: takeState(members)
    case .record?: take(.record(members))
    case .lost?: take(.lost)
    case .goodbye?: take(.hostEnds)
    default: break
    }
  }

  private func takeState(_ state: JSONValue) {
    guard let topic = state["topic"]?.string.flatMap({ Topic(rawValue: $0) }), let key = state["key"]?.string else { return }
    take(.state(topic, key: key, state["value"]))
  }
}

// The buses.
extension DesktopLoop {
  private static let bus = "org.freedesktop.DBus"

  private func connect(_ bus: DesktopBus) {
    guard let link = BusLink(bus == .session ? surroundings.session : surroundings.system) else {
      take(.bus(bus, isThere: false))
      let delay = min((attempts[bus]?.delay).map { $0 * 2 } ?? Self.retries.first, Self.retries.longest)
      attempts[bus] = (Self.now.advanced(by: delay), delay)
      return
    }
    attempts[bus] = nil
    connections[bus] = Connection(link: link)
    take(.bus(bus, isThere: true))
    for service in DesktopService.allCases where service.bus == bus { watch(service, link) }
    if bus == .session { watchPlayers(link) }
    watch(bus, link)
  }

  private func disconnect(_ bus: DesktopBus) {
    (connections[bus], awaited[bus]) = (nil, nil)
    attempts[bus] = (Self.now.advanced(by: Self.retries.first), Self.retries.first)
    take(.bus(bus, isThere: false))
  }

  private func match(_ bus: DesktopBus, _ rule: String, _ take: @escaping (BusMessage) -> Void) {
    guard let match = connections[bus]?.link.match("type='signal'," + rule, take) else { return }
    connections[bus]?.matches.append(match)
  }

  private func ask(_ bus: DesktopBus, _ member: String, _ values: [BusDatum], then: @escaping ([JSONValue]?) -> Void) {
    guard let link = connections[bus]?.link, let message = link.call(to: Self.bus, "/org/freedesktop/DBus", Self.bus, member, [])
    else { return }
    for value in values { message.append(value) }
    link.send(message, timeout: Self.patience) { reply in then(reply.error == nil ? try? reply.values() : nil) }
  }

  /// Follows the owner of a service's name, and its signals.
  private func watch(_ service: DesktopService, _ link: BusLink) {
    match(service.bus, "sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(service.name)'") { [unowned self] message in
      guard let owner = (try? message.values())?.last?.string else { return }
      take(.owner(service, owner.isEmpty ? nil : owner))
    }
    match(service.bus, "sender='\(service.name)',interface='\(service.interface)'") { [unowned self] in takeSignal($0) }
    ask(service.bus, "GetNameOwner", [.text(service.name)]) { [unowned self] reply in
      if let owner = reply?.first?.string { take(.owner(service, owner)) }
    }
  }

  private func watchPlayers(_ link: BusLink) {
    match(.session, "sender='\(Self.bus)',member='NameOwnerChanged',arg0namespace='\(MediaPlayer.prefix)'") { [unowned self] message in
      guard let values = try? message.values(), let name = values.first?.string, let owner = values.last?.string else { return }
      take(.player(name, owner.isEmpty ? nil : owner))
    }
    match(
      .session,
      "path='\(MediaPlayer.path)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(MediaPlayer.interface)'"
    ) { [unowned self] in takeSignal($0) }
  }

  private func watch(_ bus: DesktopBus, _ link: BusLink) {
    if bus == .system {
      match(
        .system,
        "sender='\(DesktopService.logind.name)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
          + "arg0='org.freedesktop.login1.Session'"
      ) { [unowned self] in takeSignal($0) }
    }
    ask(bus, "ListActivatableNames", []) { [unowned self] reply in
      let names = Set(reply?.first?.strings ?? [])
      take(.activatable(bus, Set(DesktopService.allCases.filter { $0.bus == bus && names.contains($0.name) })))
    }
  }

  private func takeSignal(_ message: BusMessage) {
    guard let values = try? message.values() else { return }
    take(.signal(DesktopSignal(message.sender, message.path, message.member, values)))
  }
}

/// The messages that wait for the bridge's thread.
struct DesktopMail: DoorMail {
  enum Order: Sendable {
    /// The host answers the request of this number.
    case reply(Int, ServiceReply)
    case event(DesktopEvent)
    case question(Int, DesktopQuestion, @Sendable (DesktopDecision) -> Void)
    case stop
  }

  var orders: [Order] = []
  /// True when the host may have notifications.
  var isWoken = false
}
