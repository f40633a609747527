internal import CallControl
internal import HookswitchCore
package import HostSurface
internal import StrictJSON

/// A peer's callback for an answer.
typealias Answering = @Sendable (ServiceReply) -> Void

/// The service's own state: the log, the requests, the keys and the sessions.
///
/// A pure value, which the service guards with a lock. Its functions return the callbacks to make once the lock is free.
struct ServiceState: Sendable {
  var log: EventLog
  var requests = RequestTable()
  var keys = KeyTable()
  var sessions: [Int: SessionState] = [:]
  /// The sessions of persons.
  var people = SessionTable()
  var refusals = RefusalLog()
  /// The messages of transports that the flight recorder keeps.
  var messages = MessageTable()
  var standing = HostStanding()
  /// The times that a subscription fell behind the log and lost events.
  private(set) var lagCount: UInt64 = 0
  /// The peers that wait for the first answer to a key.
  private var keyWaiters: [KeyName: [Answering]] = [:]
  private var waits: [Int: [RequestWaiter]] = [:]
  private var deadlines = DeadlineHeap<DeadlineName>()
  private var sessionCount = 0
  private var waiterCount = 0

  private var watchers: [Int: DrainWatcher] = [:]

  /// The target of a deadline.
  private enum DeadlineName: Sendable {
    case waiter(Int, ofRequest: Int)
    case watcher(Int)
  }

  init(epoch: String) {
    log = EventLog(epoch: epoch)
  }

  // MARK: Sessions

  /// Adds a session, and returns its number.
  mutating func open(_ session: SessionState) -> Int {
    sessionCount += 1
    sessions[sessionCount] = session
    return sessionCount
  }

  /// The callbacks of the sessions that may have notifications; with a number, of that session alone.
  func wakes(of session: Int? = nil) -> [@Sendable () -> Void] {
    if let session { return sessions[session].map { [$0.wake] } ?? [] }
    return sessions.values.filter(\.mayHaveNews).map(\.wake)
  }

  /// Queues a notification for one session.
  mutating func tell(_ session: Int, _ name: NotificationName, _ members: JSONValue) {
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"\(name.rawValue)\",\"params\":\(members.text)}"
    sessions[session]?.put(line, after: log.sequence)
  }

  /// Takes the next notifications of a session.
  mutating func notifications(of session: Int, limit: Int) -> (lines: [EventLine], sequence: UInt64, isLast: Bool) {
    guard var mine = sessions.removeValue(forKey: session) else { return ([], log.sequence, true) }
    defer { sessions[session] = mine }
    var lines: [EventLine] = []
    var reached = log.sequence
    for number in mine.subscriptions.keys.sorted() where lines.count < limit {
      guard var subscription = mine.subscriptions[number] else { continue }
      if log.isLosing(subscription) { lagCount += 1 }
      lines += log.advance(&subscription, limit: limit - lines.count)
      mine.subscriptions[number] = subscription
    }
    for subscription in mine.subscriptions.values { reached = min(reached, subscription.sequence) }
    while lines.count < limit, let next = mine.direct.first, next.after <= reached {
      lines.append(.text(next.line))
      mine.removeFirst()
    }
    if lines.count < limit, let levels = mine.takeLevels() { lines.append(.text(levels)) }
    return (lines, reached, mine.isOver && mine.direct.isEmpty)
  }

  // MARK: Keys

  /// Looks a key up; returns true when the method is to be performed now.
  ///
  /// Otherwise `answer` gets the first answer, now or when it is there.
  mutating func begin(
    _ key: KeyName, _ parameters: Parameters, at now: Instant, _ answer: @escaping Answering
  ) -> (performs: Bool, answers: [ServiceAnswer]) {
    switch keys.begin(key.key, of: key.uid, parameters, at: now) {
    case .new: return (true, [])
    case .underWay:
      keyWaiters[key, default: []].append(answer)
      return (false, [])
    case .answered(let first): return (false, [ServiceAnswer(to: answer, Self.replayed(first), after: log.sequence)])
    case .reused:
      let error = MethodError(
        .keyReused, "the key \"\(key.text)\" came with another method or other parameters before; use a new key",
        ["what": .string("key"), "name": .string(key.text)])
      return (false, [ServiceAnswer(to: answer, .failure(error), after: log.sequence)])
    }
  }

  /// Remembers the first answer to a key, and returns the answers to the peers that wait for it.
  mutating func finish(_ key: KeyName, _ answer: KeyTable.Answer) -> [ServiceAnswer] {
    keys.finish(key.key, of: key.uid, answer)
    let waiting = keyWaiters.removeValue(forKey: key) ?? []
    return waiting.map { ServiceAnswer(to: $0, Self.replayed(answer), after: log.sequence) }
  }

  private static func replayed(_ answer: KeyTable.Answer) -> KeyTable.Answer {
    guard case .success(.object(let members)) = answer else { return answer }
    return .success(.object(members + [JSONValue.Member(name: "replayed", value: .bool(true))]))
  }
}

/// The standing of the host as a whole.
struct HostStanding: Sendable {
  var state = HostState.starting
  /// The time of the last change of state.
  var since = SurfaceTime(milliseconds: 0)
  var problems: [HostProblem] = []
}

/// A lasting fault that a person should know of.
package struct HostProblem: Hashable, Sendable {
  /// The kind of fault, such as `settingsRefused`.
  package var code: String
  /// The provider, file or other thing.
  package var subject: String
  /// The fault and the remedy, as one sentence.
  package var message: String
  /// The time since which it lasts.
  package var since: SurfaceTime

  /// Creates a problem.
  package init(_ code: String, _ subject: String, _ message: String, since: SurfaceTime) {
    (self.code, self.subject, self.message, self.since) = (code, subject, message, since)
  }

  var json: JSONValue {
    .object(of: [
      "code": .string(code), "subject": .string(subject), "message": .string(message), "since": .string(since.description),
    ])
  }
}

/// A client's key, with the user whose keys it is among.
struct KeyName: Hashable, Sendable {
  let uid: UInt32
  let key: String
  /// The key as the client wrote it.
  let text: String

  /// Names a key; each session has keys of its own, and each actor of another node.
  init(uid: UInt32, key: String, session: SessionGrant?, actor: RemoteActor? = nil) {
    self.uid = uid
    // No key of a client has a NUL.
    self.key = session.map { "\0\($0.number)\0\(key)" } ?? actor.map { "\0\($0.name)\0\(key)" } ?? key
    text = key
  }
}

/// An answer with its recipient.
struct ServiceAnswer: Sendable {
  let recipient: Answering
  let reply: ServiceReply

  init(to recipient: @escaping Answering, _ answer: Result<JSONValue, MethodError>, after sequence: UInt64) {
    self.recipient = recipient
    reply = ServiceReply(answer, after: sequence)
  }

  /// Calls the recipient; call it without a lock.
  func send() { recipient(reply) }
}

/// A peer that waits for a step of a request.
struct RequestWaiter: Sendable {
  enum Reason: Sendable {
    /// The reply to the request itself comes at the judgement; afterwards the session gets a notification.
    case accepted
    /// The reply to the request itself comes at its end.
    case performed
    /// `request.wait`: the reply is the request, however it ended.
    case query
  }

  let session: Int
  let reason: Reason
  /// Nil once it was answered.
  var answer: Answering?
  fileprivate var number = 0

  init(session: Int, reason: Reason, answer: @escaping Answering) {
    (self.session, self.reason, self.answer) = (session, reason, answer)
  }
}

/// A task that waits for the last call of a provider, or of the host.
struct DrainWatcher: Sendable {
  /// The provider; nil for all.
  let provider: ProviderID?
  /// Continues the task; called once, without a lock.
  let resume: @Sendable () -> Void
}

// Requests.
extension ServiceState {
  /// Adds a waiter for a request; returns the time at which the service must look at the deadlines, if that is new.
  mutating func wait(for request: Int, _ waiter: RequestWaiter, until deadline: Instant) -> Instant? {
    var waiter = waiter
    waiterCount += 1
    waiter.number = waiterCount
    waits[request, default: []].append(waiter)
    return deadlines.insert(.waiter(waiterCount, ofRequest: request), at: deadline) ? deadline : nil
  }

  /// The next deadline of a waiter.
  var nextDeadline: Instant? { deadlines.earliest }

  /// The next deadline of a waiter, or the next end of a trace of messages.
  var nextDeadlineOfAll: Instant? { [nextDeadline, messages.nextDeadline].compactMap(\.self).min() }

  /// Answers the waiters whose time is over with `deadline`.
  ///
  /// Also returns the watchers whose time is over.
  mutating func expire(at now: Instant) -> (answers: [ServiceAnswer], watchers: [DrainWatcher]) {
    var answers: [ServiceAnswer] = []
    var late: [DrainWatcher] = []
    while let due = deadlines.takeDue(at: now) {
      switch due.target {
      case .waiter(let waiter, let request): if let answer = expire(waiter, request, at: now) { answers.append(answer) }
      case .watcher(let number): if let watcher = watchers.removeValue(forKey: number) { late.append(watcher) }
      }
    }
    return (answers, late)
  }

  private mutating func expire(_ waiter: Int, _ request: Int, at now: Instant) -> ServiceAnswer? {
    guard let place = waits[request]?.firstIndex(where: { $0.number == waiter }), let answer = waits[request]?[place].answer,
      let entry = try? requests.entry(request, at: now)
    else { return nil }
    // A peer that made the request still gets its end as a notification.
    if waits[request]?[place].reason == .query { waits[request]?.remove(at: place) } else { waits[request]?[place].answer = nil }
    let error = MethodError(
      number: ErrorWord.deadline.number,
      message: "request \(request) is not over after the time-out; it goes on, and request.get tells its end",
      data: .object(of: ["code": .string(ErrorWord.deadline.rawValue), "request": entry.json()]))
    return ServiceAnswer(to: answer, .failure(error), after: log.sequence)
  }

  // MARK: Drains

  /// Adds a watcher of a provider's last call; returns the time at which the service must look, if that is new.
  mutating func watch(_ watcher: DrainWatcher, until deadline: Instant) -> Instant? {
    waiterCount += 1
    watchers[waiterCount] = watcher
    return deadlines.insert(.watcher(waiterCount), at: deadline) ? deadline : nil
  }

  /// True while a watcher waits.
  var isWatching: Bool { !watchers.isEmpty }

  /// Takes the watchers out whose provider has no call.
  mutating func takeWatchers(where isIdle: (ProviderID?) -> Bool) -> [DrainWatcher] {
    let done = watchers.filter { isIdle($0.value.provider) }
    for number in done.keys { watchers[number] = nil }
    return Array(done.values)
  }

  /// Takes a request's step; returns the answers, and the sessions that get a notification.
  mutating func take(_ step: RequestTable.Step, of request: Int, at now: Instant, _ time: SurfaceTime) -> (
    answers: [ServiceAnswer], told: [Int]
  ) {
    guard let entry = requests.take(step, of: request, at: now) else { return ([], []) }
    if case .accepted = step { return (acceptance(entry), []) }
    guard entry.isOver else { return ([], []) }
    if case .refused = step {} else { record(entry, at: time) }
    var answers: [ServiceAnswer] = []
    var told: [Int] = []
    for waiter in waits.removeValue(forKey: request) ?? [] {
      if let answer = waiter.answer {
        let outcome: Result<JSONValue, MethodError> =
          waiter.reason == .query ? .success(entry.json()) : entry.outcome(refused: step.isRefusal)
        answers.append(ServiceAnswer(to: answer, outcome, after: log.sequence))
      } else {
        tell(waiter.session, .request, entry.json())
        told.append(waiter.session)
      }
    }
    return (answers, told)
  }

  private mutating func acceptance(_ entry: RequestTable.Entry) -> [ServiceAnswer] {
    var answers: [ServiceAnswer] = []
    for place in (waits[entry.number] ?? []).indices where waits[entry.number]?[place].reason == .accepted {
      guard let answer = waits[entry.number]?[place].answer else { continue }
      answers.append(ServiceAnswer(to: answer, .success(entry.json()), after: log.sequence))
      waits[entry.number]?[place].answer = nil
    }
    return answers
  }

  private mutating func record(_ entry: RequestTable.Entry, at time: SurfaceTime) {
    let json = entry.json()
    log.append(
      .request, kind: entry.error == nil ? RequestState.performed.rawValue : RequestState.failed.rawValue, at: time,
      line: entry.line?.rawValue, call: json["call"]?.string, data: json)
  }

  /// Forgets the waiters of a session that has ended.
  mutating func dropWaiters(of session: Int) {
    for (request, waiters) in waits where waiters.contains(where: { $0.session == session && $0.reason != .query }) {
      waits[request]?.removeAll { $0.session == session && $0.answer == nil }
    }
  }
}

extension RequestTable.Step {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension RequestTable.Entry {
  /// The reply to the request once it is over.
  fileprivate func outcome(refused isRefused: Bool) -> Result<JSONValue, MethodError> {
    guard let error else { return .success(json()) }
    if isRefused { return .failure(error.refusal) }
    return .failure(MethodError(number: MethodError.failed, message: error.description, data: json()))
  }
}
