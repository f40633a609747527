package import HostService
internal import HostSurface
package import Locking
package import StrictJSON

/// A service without a host, for tests and benchmarks of doors.
///
/// It keeps an event log of its own.
///
/// Its methods: `host.hello` and `host.status` answer at once; `line.get` answers with its parameters; `call.list` answers with the peer's
/// names; `events.subscribe` subscribes; `host.drain` is answered when the trial calls `answerHeld`; `host.setLog` blocks the worker until
/// then; `contact.import` answers with the number of bytes. Every other method is `unknownMethod`.
package final class TrialService: Service {
  package struct Content: Sendable {
    package var log = EventLog(epoch: "trial")
    package var opened = 0
    package var closed = 0
    package var performed: [String: Int] = [:]
    package var peers: [Peer] = []
    package var wakes: [Int: @Sendable () -> Void] = [:]
    package var held: [@Sendable () -> Void] = []
    /// The text of `host.status`, which a trial makes long.
    package var filling = ""
  }

  package let content = Locked(Content())

  /// Creates a service without sessions.
  package init() {}

  package func open(_ peer: Peer, wake: @escaping @Sendable () -> Void) -> any ServiceSession {
    let number = content.withLock { content in
      content.opened += 1
      content.peers.append(peer)
      content.wakes[content.opened] = wake
      return content.opened
    }
    return TrialSession(self, number: number, peer: peer)
  }

  /// Adds a record of topic `call`, and wakes all sessions.
  ///
  /// - Parameters:
  ///   - kind: the record's kind.
  ///   - data: the kind's own members.
  package func record(_ kind: String, data: JSONValue = .object([])) {
    let wakes = content.withLock { content in
      content.log.append(.call, kind: kind, at: SurfaceTime(milliseconds: 0), data: data)
      return Array(content.wakes.values)
    }
    for wake in wakes { wake() }
  }

  /// Adds records of topic `call` at once, and wakes all sessions.
  ///
  /// - Parameters:
  ///   - count: the number of records.
  ///   - bytes: the length of a text in each.
  package func records(_ count: Int, bytes: Int) {
    let text = JSONValue.object(of: ["text": .string(String(repeating: "x", count: bytes))])
    let wakes = content.withLock { content in
      for _ in 0..<count { content.log.append(.call, kind: "state", at: SurfaceTime(milliseconds: 0), data: text) }
      return Array(content.wakes.values)
    }
    for wake in wakes { wake() }
  }

  /// Answers the requests that wait.
  package func answerHeld() {
    let held = content.withLock { content in
      defer { content.held = [] }
      return content.held
    }
    for answer in held { answer() }
  }

  /// The number of requests for a method.
  ///
  /// - Parameter method: the method.
  package func count(of method: String) -> Int { content.withLock { $0.performed[method] ?? 0 } }
}

/// A session of the trial service.
private final class TrialSession: ServiceSession {
  private let service: TrialService
  private let number: Int
  private let peer: Peer
  private let subscriptions = Locked<[EventSubscription]>([])

  init(_ service: TrialService, number: Int, peer: Peer) {
    self.service = service
    self.number = number
    self.peer = peer
  }

  func perform(_ method: String, _ parameters: JSONValue?, reply: @escaping @Sendable (ServiceReply) -> Void) {
    service.content.withLock { $0.performed[method, default: 0] += 1 }
    switch MethodName(rawValue: method) {
    case .hostHello: answer(.object(of: ["host": .string("trial"), "epoch": .string("trial")]), reply)
    case .hostStatus: answer(.object(of: ["state": .string("running"), "text": .string(service.content.withLock { $0.filling })]), reply)
    case .lineGet: answer(parameters ?? .object([]), reply)
    case .callList:
      answer(
        .object(of: ["names": .strings(peer.names), "uid": peer.uid.map { .integer($0) }, "door": .string(peer.door.rawValue)]), reply)
    case .contactImport: answer(.object(of: ["bytes": .integer(parameters?["vcard"]?.string?.utf8.count ?? 0)]), reply)
    case .eventsSubscribe: subscribe(reply)
    case .hostDrain: service.content.withLock { $0.held.append { [self] in answer(.object([]), reply) } }
    case .hostSetLog: block(reply)
    default:
      reply(ServiceReply(.failure(MethodError(.unknownMethod, "no method \(method)")), after: service.content.withLock { $0.log.sequence }))
    }
  }

  private func answer(_ value: JSONValue, _ reply: @Sendable (ServiceReply) -> Void) {
    reply(ServiceReply(.success(value), after: service.content.withLock { $0.log.sequence }))
  }

  private func subscribe(_ reply: @Sendable (ServiceReply) -> Void) {
    let (subscription, answer) = service.content.withLock { $0.log.subscribe(EventFilter(topics: [.call])) }
    subscriptions.withLock { $0.append(subscription) }
    self.answer(answer.json, reply)
  }

  /// Holds the calling thread up until `answerHeld`.
  private func block(_ reply: @escaping @Sendable (ServiceReply) -> Void) {
    let gate = Gate()
    service.content.withLock { $0.held.append { gate.open() } }
    gate.wait()
    answer(.object([]), reply)
  }

  func notifications(limit: Int) -> NotificationBatch {
    service.content.withLock { content in
      subscriptions.withLock { subscriptions in
        var lines: [String] = []
        var looked = content.log.sequence
        for index in subscriptions.indices {
          if lines.count < limit { lines += content.log.advance(&subscriptions[index], limit: limit - lines.count).map(\.text) }
          looked = min(looked, subscriptions[index].sequence)
        }
        return NotificationBatch(lines, upTo: looked)
      }
    }
  }

  func close() {
    service.content.withLock { content in
      content.closed += 1
      content.wakes[number] = nil
    }
  }
}
