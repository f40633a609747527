package import CallControl
package import HostService

/// The bytes that one client has not read yet: a pure value.
///
/// Replies are kept here, because the host has nowhere else to keep them. Notifications stay in the host's log while the client has much to
/// read, so that a client that never reads costs little and later gets the newest states. A reply goes out after the notifications of the
/// events before it.
package struct Outbox: Sendable {
  private struct Waiting: Sendable {
    let sequence: UInt64
    let line: [UInt8]
  }

  /// The limits of the connection; changed ones count for the bytes that are here too.
  package var limits: DoorLimits
  /// The bytes in the order of sending; small lines share a chunk, so that one system call sends many.
  private var chunks: [[UInt8]] = []
  /// The place of the first chunk that is not sent.
  private var head = 0
  /// The number of bytes of that chunk that are sent.
  private var offset = 0
  /// Replies that wait for the notifications of the events before them.
  private var waiting: [Waiting] = []
  private var waitingBytes = 0
  /// The number of the last event whose notifications are here or sent.
  private var sequence: UInt64 = 0
  private var mayHaveNotifications = false
  private var lastProgress = Instant.zero

  /// The number of bytes to send, without the replies that wait.
  package private(set) var unsent = 0
  /// True when nothing may be added any more.
  package private(set) var isFinished = false
  /// True when the client has gone, so that what is added is dropped.
  private var isAbandoned = false

  /// The number of bytes of a chunk that takes no further line.
  static let chunk = 32 << 10
  /// The number of notifications that are fetched at once.
  package static let batch = 64
  /// The assumed size of a notification, in bytes.
  private static let typicalNotification = 512

  /// Creates an empty outbox.
  ///
  /// - Parameter limits: the limits of the connection.
  package init(limits: DoorLimits = DoorLimits()) {
    self.limits = limits
  }

  /// The number of bytes that are kept for the client.
  package var bytes: Int { unsent + waitingBytes }

  /// True while the client reads too slowly for further requests.
  package var isFull: Bool { bytes >= limits.unread }

  /// The largest number of requests without an answer at present.
  ///
  /// A client that does not read its answers gets one at a time, since the sizes of the answers to come are unknown.
  package var allowance: Int { unsent >= limits.unreadNotifications ? 1 : limits.unanswered }

  // MARK: Adding

  /// Adds a reply.
  ///
  /// - Parameters:
  ///   - line: the reply with its line end.
  ///   - last: the number of the last event before the reply, whose notification goes out first.
  ///   - now: the time.
  package mutating func add(_ line: [UInt8], after last: UInt64, at now: Instant) {
    guard !isFinished, !isAbandoned else { return }
    // Replies keep their order where they can: one that may go now does not wait for others.
    if last <= sequence {
      put(line, at: now)
    } else {
      waiting.append(Waiting(sequence: last, line: line))
      waitingBytes += line.count
    }
  }

  /// Notes that the session may have notifications.
  package mutating func wake() { mayHaveNotifications = true }

  /// The number of notifications to fetch now; nil when the client has enough to read, or when there is no cause to ask.
  package var wanted: Int? {
    guard !isFinished, !isAbandoned, mayHaveNotifications || !waiting.isEmpty, unsent < limits.unreadNotifications else { return nil }
    return max(1, min(Self.batch, (limits.unreadNotifications - unsent) / Self.typicalNotification))
  }

  /// Adds notifications, and then the replies that waited for them.
  ///
  /// - Parameters:
  ///   - batch: the notifications; an empty batch tells that there are no more.
  ///   - now: the time.
  package mutating func add(_ batch: NotificationBatch, at now: Instant) {
    guard !isFinished else { return }
    for line in batch.lines { put(Array(line.utf8) + [UInt8(ascii: "\n")], at: now) }
    sequence = max(sequence, batch.sequence)
    if batch.lines.isEmpty {
      mayHaveNotifications = false
      // The session has looked at everything, so no reply has anything to wait for.
      release({ _ in true }, at: now)
    } else {
      mayHaveNotifications = true
      let reached = sequence
      release({ $0.sequence <= reached }, at: now)
    }
    if batch.isLast { finish(at: now) }
  }

  /// Adds a last line, after the replies that wait; nothing is taken after it.
  ///
  /// - Parameters:
  ///   - line: the line with its end; nil adds none.
  ///   - now: the time.
  package mutating func finish(with line: [UInt8]? = nil, at now: Instant) {
    guard !isFinished else { return }
    release({ _ in true }, at: now)
    if let line { put(line, at: now) }
    isFinished = true
  }

  /// Drops everything that is here, and what comes later: the client has gone.
  package mutating func abandon() {
    isAbandoned = true
    (chunks, head, offset, unsent) = ([], 0, 0, 0)
    (waiting, waitingBytes) = ([], 0)
  }

  private mutating func release(_ isDue: (Waiting) -> Bool, at now: Instant) {
    guard !waiting.isEmpty else { return }
    let due = waiting.filter(isDue)
    waiting.removeAll(where: isDue)
    for reply in due {
      waitingBytes -= reply.line.count
      put(reply.line, at: now)
    }
  }

  private mutating func put(_ line: [UInt8], at now: Instant) {
    guard !isAbandoned else { return }
    if unsent == 0 { lastProgress = now }
    unsent += line.count
    if let last = chunks.indices.last, last >= head, chunks[last].count + line.count <= Self.chunk {
      chunks[last] += line
    } else {
      chunks.append(line)
    }
  }

  // MARK: Sending

  /// Passes the next bytes to `send`, and drops as many as it returns; returns that number.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - send: sends bytes, and returns the number of bytes that went out.
  package mutating func send(at now: Instant, by send: (UnsafeRawBufferPointer) -> Int) -> Int {
    guard head < chunks.count else { return 0 }
    let sent = chunks[head].withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
    guard sent > 0 else { return 0 }
    unsent -= sent
    offset += sent
    lastProgress = now
    if offset == chunks[head].count {
      chunks[head] = []
      head += 1
      offset = 0
      if head == chunks.count {
        chunks = []
        head = 0
      } else if head >= 64 {
        chunks.removeFirst(head)
        head = 0
      }
    }
    return sent
  }

  /// Returns true when the client had something to read and read nothing for the time-out.
  ///
  /// - Parameter now: the time.
  package func isStalled(at now: Instant) -> Bool { unsent > 0 && lastProgress.duration(to: now) >= limits.stall }
}
