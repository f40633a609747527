internal import CallControl
internal import DoorKit
internal import Glibc
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// One client's connection.
///
/// The door's thread reads and writes bytes, a worker reads requests and hands them to the session, and any thread answers them.
///
/// `@unchecked Sendable`: `mailbox` is behind a lock, and only the door's thread accesses `traffic`.
final class SocketConnection: @unchecked Sendable {
  /// A step for a worker, in the order of the client's lines.
  enum Step: Sendable {
    case open(PeerProcess)
    case line([UInt8])
    case tooFast([UInt8], retryAfter: Duration, RateLimit, isLast: Bool)
    case close
  }

  /// The end of a request, for the door's thread.
  struct Answer: Sendable {
    /// The reply; nil for a notification of the client, which gets none.
    var line: [UInt8]?
    var sequence: UInt64
  }

  /// The state that threads share.
  struct Mailbox: Sendable {
    /// Steps for the workers.
    var steps: [Step] = []
    /// True while a worker has the connection, or will get it.
    var isQueued = false
    /// Answers for the door's thread.
    var answers: [Answer] = []
    var isWoken = false
    /// The reason for which the door's thread must end the connection.
    var end: String?
    var isSandboxed = false
    /// True while the connection is in the list of those for the door's thread.
    var isPosted = false
    var isClosed = false
    var session: (any ServiceSession)?
    /// The number of lines without a JSON object since the beginning; nil after the first object.
    var garbage: Int? = 0
  }

  /// The state of the door's thread.
  struct Traffic {
    var framing: LineFraming
    var outbox: Outbox
    var limiter: RateLimiter
    /// True while the peer has the rate of an owner.
    var hasOwnerRate: Bool
    /// A line that waits until earlier ones are answered.
    var held: LineFraming.Frame?
    /// The number of lines that were handed over and are not answered.
    var unanswered = 0
    /// The events that epoll reports.
    var interest: UInt32 = 0
    /// The client has closed its side, or the door takes nothing more from it.
    var isInputEnded = false
    /// The door ends the connection after an answer that is under way.
    var isEnding = false
    /// The client has closed both sides: nothing can be sent any more, and epoll does not watch the descriptor.
    var isHungUp = false
  }

  let number: UInt64
  let descriptor: CInt
  let pid: Int32
  let uid: UInt32
  /// The limits, which a reload of the configuration changes.
  let limits: Locked<DoorLimits>
  /// The group whose members the peer's rights name.
  let group: String?
  let mailbox = Locked(Mailbox())
  var traffic: Traffic
  private let post: DoorPost<SocketMail>

  init(
    number: UInt64, descriptor: CInt, process: PeerProcess, limits: DoorLimits, group: String?, isOwner: Bool, post: DoorPost<SocketMail>
  ) {
    self.number = number
    self.descriptor = descriptor
    self.limits = Locked(limits)
    self.group = group
    self.post = post
    (pid, uid) = (process.pid, process.uid)
    traffic = Traffic(
      framing: LineFraming(limits: limits), outbox: Outbox(limits: limits), limiter: Self.limiter(limits, isOwner: isOwner),
      hasOwnerRate: isOwner)
  }

  private static func limiter(_ limits: DoorLimits, isOwner: Bool) -> RateLimiter {
    RateLimiter(isOwner ? limits.ownerRate : limits.otherRate, refusalsInRow: limits.tooFastInRow)
  }

  // MARK: The door's thread

  /// Takes new limits, with a full allowance of requests.
  func change(_ new: DoorLimits) {
    limits.withLock { $0 = new }
    (traffic.framing.limits, traffic.outbox.limits) = (new, new)
    traffic.limiter = Self.limiter(new, isOwner: traffic.hasOwnerRate)
  }

  /// Gives a peer that runs in a sandbox the rate of other users.
  func loseOwnerRate() {
    guard traffic.hasOwnerRate else { return }
    traffic.hasOwnerRate = false
    traffic.limiter = Self.limiter(limits.withLock { $0 }, isOwner: false)
  }

  // MARK: Any thread

  /// Gives an answer to the door's thread.
  func answer(_ answer: Answer) {
    post(
      if: mailbox.withLock { mailbox in
        guard !mailbox.isClosed else { return false }
        mailbox.answers.append(answer)
        return Self.mark(&mailbox)
      })
  }

  /// Notes that the session may have notifications.
  func wake() {
    post(
      if: mailbox.withLock { mailbox in
        guard !mailbox.isClosed, !mailbox.isWoken else { return false }
        mailbox.isWoken = true
        return Self.mark(&mailbox)
      })
  }

  /// Has the door's thread end the connection after the answers so far.
  func end(_ reason: String) {
    post(
      if: mailbox.withLock { mailbox in
        guard !mailbox.isClosed, mailbox.end == nil else { return false }
        mailbox.end = reason
        return Self.mark(&mailbox)
      })
  }

  private static func mark(_ mailbox: inout Mailbox) -> Bool {
    defer { mailbox.isPosted = true }
    return !mailbox.isPosted
  }

  private func post(if isNew: Bool) {
    if isNew { post.add { $0.connections.append(self) } }
  }

  /// Adds steps, and returns true when the connection must be given to the workers.
  func add(_ steps: [Step]) -> Bool {
    mailbox.withLock { mailbox in
      mailbox.steps += steps
      defer { mailbox.isQueued = true }
      return !mailbox.isQueued
    }
  }
}

/// The connections and orders that wait for the socket door's thread.
struct SocketMail: DoorMail {
  /// An order to the door's thread.
  enum Order: Sendable {
    case stop(reason: String)
    case ping(@Sendable () -> Void)
    case limits(DoorLimits)
  }

  var connections: [SocketConnection] = []
  var orders: [Order] = []
}
