internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// The threads that read requests and hand them to sessions, so that neither a long line nor a slow method delays the door's thread.
///
/// One worker at a time serves a connection, so that requests are handed over in the order of the client's lines.
final class RequestWorkers: Sendable {
  private struct Queue: Sendable {
    var connections: [SocketConnection] = []
    var head = 0
    var isStopped = false
    var running = 0
  }

  /// The number of threads: some, because a method may wait for a file or a lock.
  static let count = 4
  /// The number of a connection's steps that a worker takes before others get their turn.
  private static let turn = 32

  private let service: any Service
  private let log: DoorLog
  private let queue = Locked(Queue())
  private let signal: Semaphore
  /// Signalled by the last thread that ends.
  let ended: EventDescriptor

  init(service: any Service, ended: EventDescriptor, log: @escaping DoorLog) {
    self.service = service
    signal = Semaphore()
    self.ended = ended
    self.log = log
  }

  /// Starts the threads; false when there is none.
  func start() -> Bool {
    for number in 1...Self.count {
      queue.withLock { $0.running += 1 }
      if !OSThread.start("door-work-\(number)", { [self] in run() }) { queue.withLock { $0.running -= 1 } }
    }
    return queue.withLock { $0.running > 0 }
  }

  /// Has the threads end when all steps are done.
  func stop() {
    let running = queue.withLock { queue in
      queue.isStopped = true
      return queue.running
    }
    if running == 0 { ended.signal() }
    for _ in 0..<running { signal.signal() }
  }

  /// Adds steps of a connection.
  func add(_ steps: [SocketConnection.Step], of connection: SocketConnection) {
    if !steps.isEmpty, connection.add(steps) { enqueue(connection) }
  }

  private func enqueue(_ connection: SocketConnection) {
    queue.withLock { $0.connections.append(connection) }
    signal.signal()
  }

  // MARK: A worker

  private func run() {
    while true {
      signal.wait()
      let (next, isOver) = queue.withLock { queue -> (SocketConnection?, Bool) in
        guard queue.head < queue.connections.count else { return (nil, queue.isStopped) }
        let next = queue.connections[queue.head]
        queue.head += 1
        if queue.head == queue.connections.count || queue.head >= 1_024 {
          queue.connections.removeFirst(queue.head)
          queue.head = 0
        }
        return (next, false)
      }
      if let next { serve(next) } else if isOver { break }
    }
    let isLast = queue.withLock { queue in
      queue.running -= 1
      return queue.running == 0
    }
    if isLast { ended.signal() }
  }

  private func serve(_ connection: SocketConnection) {
    let steps = connection.mailbox.withLock { mailbox in
      let taken = Array(mailbox.steps.prefix(Self.turn))
      mailbox.steps.removeFirst(taken.count)
      return taken
    }
    for step in steps { perform(step, of: connection) }
    let hasMore = connection.mailbox.withLock { mailbox in
      mailbox.isQueued = !mailbox.steps.isEmpty
      return mailbox.isQueued
    }
    if hasMore { enqueue(connection) }
  }

  private func perform(_ step: SocketConnection.Step, of connection: SocketConnection) {
    switch step {
    case .open(let process): open(process, connection)
    case .line(let line): perform(line, of: connection)
    case .tooFast(let line, let wait, let rate, let isLast):
      refuse(line, rate, retryAfter: wait, connection)
      if isLast { connection.end("tooFast") }
    case .close:
      let session = connection.mailbox.withLock { mailbox in
        defer { mailbox.session = nil }
        return mailbox.session
      }
      session?.close()
    }
  }

  private func open(_ process: PeerProcess, _ connection: SocketConnection) {
    let peer = process.peer(group: connection.group)
    // The session must not keep its connection alive, which keeps the session.
    let session = service.open(peer) { [weak connection] in connection?.wake() }
    connection.mailbox.withLock { mailbox in
      mailbox.session = session
      mailbox.isSandboxed = peer.sandbox != nil
    }
    log(.debug, "connection \(connection.number): \(peer.names.joined(separator: ", ")), process \(process.pid)")
    // Replies need no notification before the first one, but a notification may already wait.
    connection.wake()
  }

  private func perform(_ line: [UInt8], of connection: SocketConnection) {
    let request = RequestReader.read(line, limits: connection.limits.withLock { $0 })
    if case .wrong(let id, let error, let isObject) = request {
      return reject(id, error, isObject: isObject, connection)
    }
    let session = connection.mailbox.withLock { mailbox in
      mailbox.garbage = nil
      return mailbox.session
    }
    guard let session else { return connection.answer(.init(line: nil, sequence: 0)) }
    switch request {
    case .request(let id, let method, let parameters):
      session.perform(method, parameters) { reply in
        connection.answer(.init(line: ReplyWriter.reply(to: id, reply), sequence: reply.sequence))
      }
    case .notification(let method, let parameters):
      guard MethodName(rawValue: method)?.declaration.kind == .query else {
        log(.info, "connection \(connection.number): a notification cannot call a method that changes something; send it with an id")
        return connection.answer(.init(line: nil, sequence: 0))
      }
      session.perform(method, parameters) { _ in connection.answer(.init(line: nil, sequence: 0)) }
    case .wrong: break
    }
  }

  /// Answers a line that is no request, and ends a connection that began with too many lines without JSON.
  private func reject(_ id: JSONValue, _ error: MethodError, isObject: Bool, _ connection: SocketConnection) {
    let limit = connection.limits.withLock { $0.garbageLines }
    let isEnough = connection.mailbox.withLock { mailbox in
      guard let count = mailbox.garbage else { return false }
      mailbox.garbage = isObject ? nil : count + 1
      return !isObject && count + 1 >= limit
    }
    connection.answer(.init(line: ReplyWriter.reply(to: id, .failure(error)), sequence: 0))
    if isEnough { connection.end("garbage") }
  }

  private func refuse(_ line: [UInt8], _ rate: RateLimit, retryAfter wait: Duration, _ connection: SocketConnection) {
    let id: JSONValue? =
      switch RequestReader.read(line, limits: connection.limits.withLock { $0 }) {
      case .request(let id, _, _), .wrong(let id, _, _): id
      case .notification: nil
      }
    let reply = id.map { ReplyWriter.reply(to: $0, .failure(ReplyWriter.tooFast(rate, retryAfter: wait))) }
    connection.answer(.init(line: reply, sequence: 0))
  }
}
