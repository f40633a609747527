internal import CLinux
internal import CallControl
internal import Glibc
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// The connection of a client, and the thread that reads it.
final class ClientLink: Sendable {
  typealias Reply = @Sendable (Result<JSONValue, ClientError>) -> Void

  private struct Pending: Sendable {
    let deadline: Instant?
    let reply: Reply
  }

  private struct Content: Sendable {
    var number = 0
    var pending: [Int: Pending] = [:]
    var notifications: [ClientNotification] = []
    /// Bytes for the host; one thread at a time sends them.
    var outgoing: [UInt8] = []
    var isSending = false
    var goodbye: String?
    var end: ClientError?
  }

  private let descriptor: CInt
  private let content = Locked(Content())
  private let notified: (@Sendable (ClientNotification) -> Void)?
  private let ended: (@Sendable (ClientError) -> Void)?
  /// Wakes the thread for a new deadline, and when a notification was taken.
  private let wake: EventDescriptor
  /// Signalled when a notification has come, and at the end.
  private let arrived: EventDescriptor

  /// The largest number of notifications that wait for `next`.
  private static let backlog = 4_096
  /// A host's lines may be longer than a client's: an export has all contacts.
  private static let limits = {
    var limits = DoorLimits()
    (limits.line, limits.importLine) = (1 << 30, 1 << 30)
    return limits
  }()

  init(
    _ path: String, deadline: Duration, notified: (@Sendable (ClientNotification) -> Void)?, ended: (@Sendable (ClientError) -> Void)?
  ) throws(ClientError) {
    guard let wake = EventDescriptor(), let arrived = EventDescriptor() else {
      throw .cannot("cannot make an eventfd: raise the limit of open files")
    }
    (self.wake, self.arrived, self.notified, self.ended) = (wake, arrived, notified, ended)
    let address: SocketAddress
    do throws(DoorError) { address = try SocketAddress(path) } catch { throw .cannot(error.description) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | hookswitch_sock_cloexec, 0)
    guard descriptor >= 0 else { throw .cannot("cannot make a socket: \(String(cString: strerror(errno)))") }
    let nanoseconds = max(1_000_000, deadline.wholeNanoseconds)
    var limit = timeval(tv_sec: Int(nanoseconds / 1_000_000_000), tv_usec: Int(nanoseconds % 1_000_000_000 / 1_000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address.connect(descriptor) else {
      let code = errno
      Glibc.close(descriptor)
      if code == ENOENT || code == ECONNREFUSED { throw .noHost(path: path) }
      throw .cannot("cannot connect to \(path): \(String(cString: strerror(code)))")
    }
    // A host that takes no requests holds a sender up; its deadline ends the wait.
    limit = timeval()
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    self.descriptor = descriptor
  }

  // The thread keeps the link, so that no thread uses the descriptor any more.
  deinit { Glibc.close(descriptor) }

  /// Starts the thread.
  func start() throws(ClientError) {
    guard OSThread.start("socket-client", { [self] in run() }) else { throw .cannot("cannot start a thread: raise the limit of processes") }
  }

  /// Ends the connection; the thread ends soon after.
  func close() {
    shutdown(descriptor, CInt(SHUT_RDWR))
    wake.signal()
  }

  // MARK: Sending

  /// Sends a request, and returns at once unless the host takes none.
  func send(_ method: String, _ parameters: JSONValue?, deadline: Duration?, reply: @escaping Reply) {
    let due = deadline.map { SocketLoop.now.advanced(by: $0) }
    let (end, isSender) = content.withLock { content -> (ClientError?, Bool) in
      if let end = content.end { return (end, false) }
      content.number += 1
      content.pending[content.number] = Pending(deadline: due, reply: reply)
      let request = JSONValue.object(of: [
        "jsonrpc": .string("2.0"), "id": .integer(content.number), "method": .string(method), "params": parameters,
      ])
      content.outgoing += Array(request.text.utf8)
      content.outgoing.append(UInt8(ascii: "\n"))
      defer { content.isSending = true }
      return (nil, !content.isSending)
    }
    if let end { return reply(.failure(end)) }
    if due != nil { wake.signal() }
    if isSender { sendAll() }
  }

  /// Sends until nothing is left; requests of other threads go out together.
  private func sendAll() {
    while true {
      let bytes = content.withLock { content in
        defer { content.outgoing = [] }
        content.isSending = !content.outgoing.isEmpty
        return content.outgoing
      }
      if bytes.isEmpty { return }
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, CInt(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        // The reading thread finds the end, after the host's last lines.
        if count <= 0 { return }
        sent += count
      }
    }
  }

  // MARK: The thread

  private func run() {
    var framing = LineFraming(limits: Self.limits)
    var bytes = [UInt8](repeating: 0, count: DoorLimits.portion)
    while true {
      var waited = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)]
      poll(&waited, 2, patience())
      if waited[1].revents != 0 { wake.drain() }
      expire()
      guard waited[0].revents != 0 else { continue }
      let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { break }
      framing.append(bytes[..<count])
      while case .line(let line) = framing.next() { take(line) }
    }
    finish()
  }

  private func patience() -> CInt {
    guard let next = content.withLock({ $0.pending.values.compactMap(\.deadline).min() }) else { return -1 }
    return CInt(clamping: max(0, SocketLoop.now.duration(to: next).wholeNanoseconds / 1_000_000 + 1))
  }

  private func expire() {
    let late = content.withLock { content in
      guard content.pending.values.contains(where: { $0.deadline != nil }) else { return [Pending]() }
      let now = SocketLoop.now
      let late = content.pending.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for number in late.keys { content.pending[number] = nil }
      return Array(late.values)
    }
    for request in late { request.reply(.failure(.deadline)) }
  }

  private func take(_ line: [UInt8]) {
    guard let message = try? JSONReader.read(line, limits: JSONLimits(depth: 128)) else { return }
    if let method = message["method"]?.string {
      deliver(ClientNotification(method, message["params"] ?? .object([])))
    } else if let number = message["id"]?.integer, let request = content.withLock({ $0.pending.removeValue(forKey: number) }) {
      if let result = message["result"] {
        request.reply(.success(result))
      } else {
        let error = message["error"]
        let refusal = MethodError(
          number: error?["code"]?.integer ?? 0, message: error?["message"]?.string ?? "", data: error?["data"] ?? .object([]))
        request.reply(.failure(.refused(refusal)))
      }
    }
  }

  private func deliver(_ notification: ClientNotification) {
    if notification.method == "goodbye" {
      content.withLock { $0.goodbye = notification.parameters["reason"]?.string }
    }
    if let notified { return notified(notification) }
    let count = content.withLock { content in
      content.notifications.append(notification)
      return content.notifications.count
    }
    arrived.signal()
    var isFull = count >= Self.backlog
    while isFull {
      wake.wait(milliseconds: patience())
      expire()
      isFull = content.withLock { $0.notifications.count >= Self.backlog } && !isShut
    }
  }

  /// True when `close` was called.
  private var isShut: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&state, 1, 0)
    return state.revents & Int16(POLLHUP) != 0
  }

  private func finish() {
    let (pending, end) = content.withLock { content in
      let end = ClientError.closed(reason: content.goodbye)
      content.end = end
      defer { content.pending = [:] }
      return (content.pending.sorted { $0.key < $1.key }.map(\.value), end)
    }
    for request in pending { request.reply(.failure(end)) }
    arrived.signal()
    ended?(end)
  }

  // MARK: Notifications

  /// Returns the next notification; nil when none comes in time.
  func next(within time: Duration) throws(ClientError) -> ClientNotification? {
    let deadline = SocketLoop.now.advanced(by: time)
    while true {
      let (notification, end) = content.withLock { content in
        (content.notifications.isEmpty ? nil : content.notifications.removeFirst(), content.end)
      }
      if let notification {
        wake.signal()
        return notification
      }
      // The signal stays for other threads that wait.
      if let end {
        arrived.signal()
        throw end
      }
      let rest = SocketLoop.now.duration(to: deadline)
      guard rest > .zero else { return nil }
      arrived.wait(milliseconds: Int32(clamping: rest.wholeNanoseconds / 1_000_000 + 1))
    }
  }
}
