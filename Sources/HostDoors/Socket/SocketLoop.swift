internal import CLinux
internal import CallControl
internal import DoorKit
internal import Glibc
internal import HostService
internal import HostSurface
internal import Locking
internal import TransportLoader

/// The door's thread: one epoll for the listening socket and all connections.
///
/// `@unchecked Sendable`: only the door's thread accesses the variables; `post` and `clients` are safe for all threads.
final class SocketLoop: @unchecked Sendable {
  let settings: SocketSettings
  let post: DoorPost<SocketMail>
  let workers: RequestWorkers
  let log: DoorLog
  /// The number of connections.
  let clients = Locked(0)
  let epoll: CInt
  let file: SocketFile
  var limits: DoorLimits
  var connections: [UInt64: SocketConnection] = [:]
  /// The number of connections of each user but root and the owner.
  var counts: [UInt32: Int] = [:]
  var connectionNumber: UInt64 = 2
  /// Connections with bytes that their clients have not read.
  var blocked: Set<UInt64> = []
  /// Connections that have more to do in the next turn.
  var again: Set<UInt64> = []
  /// The time at which the door accepts connections again after an error.
  var accepts: Instant?
  var lastComplaint: Instant?
  var portion = [UInt8](repeating: 0, count: DoorLimits.portion)
  private var stopping: Instant?
  private var isListening = true
  /// True when there is something in `post`.
  private var isWoken = false

  /// The marks of the two descriptors that are no connection.
  static let listener: UInt64 = 0
  private static let wake: UInt64 = 1
  /// The time that clients get to read their last lines when the door stops.
  private static let farewell = Duration.seconds(1)

  /// Makes a loop; throws when the system has no descriptors left.
  init(settings: SocketSettings, file: SocketFile, post: DoorPost<SocketMail>, workers: RequestWorkers, log: @escaping DoorLog)
    throws(DoorError)
  {
    self.settings = settings
    self.file = file
    self.post = post
    self.workers = workers
    self.log = log
    limits = settings.limits
    epoll = epoll_create1(hookswitch_epoll_cloexec)
    guard epoll >= 0 else { throw .failed("cannot make an epoll") }
    guard hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, file.descriptor, hookswitch_epoll_in, Self.listener) == 0,
      hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, post.signal.number, hookswitch_epoll_in, Self.wake) == 0
    else {
      let failure = DoorError.failed("cannot watch the socket")
      close(epoll)
      throw failure
    }
  }

  /// Closes what the loop has when its thread never starts.
  func discard() {
    file.close()
    close(epoll)
  }

  /// The monotonic time, which stands still while the machine sleeps.
  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  // MARK: The thread

  /// Serves the door until it has stopped.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    var lastLook = Self.now
    while true {
      let found = epoll_wait(epoll, &events, CInt(events.count), patience())
      // A signal may interrupt the wait.
      isWoken = false
      for place in 0..<max(0, Int(found)) { take(hookswitch_epoll_data(&events[place]), events[place].events) }
      if isWoken { takePost() }
      let rest = again
      again = []
      for number in rest { connections[number].map(serve) }
      let now = Self.now
      resumeAccepting(at: now)
      if lastLook.duration(to: now) >= .milliseconds(500) || limits.stall < .seconds(1) {
        lastLook = now
        dropStalled(at: now)
      }
      if let stopping, connections.isEmpty || now >= stopping { break }
    }
    finish()
  }

  /// The longest wait for events, in milliseconds; -1 for ever.
  private func patience() -> CInt {
    if !again.isEmpty { return 0 }
    if stopping != nil || accepts != nil { return 20 }
    return blocked.isEmpty ? -1 : limits.stall < .seconds(1) ? 10 : 500
  }

  private func take(_ mark: UInt64, _ events: UInt32) {
    switch mark {
    case Self.listener: acceptAll()
    case Self.wake: isWoken = true
    default:
      guard let connection = connections[mark] else { return }
      if events & hookswitch_epoll_error != 0 { hangUp(connection) }
      if connection.traffic.isHungUp || events & hookswitch_epoll_in != 0 { receive(connection) }
      serve(connection)
    }
  }

  private func takePost() {
    let mail = post.take()
    for connection in mail.connections where connections[connection.number] === connection {
      takeMail(of: connection)
      serve(connection)
    }
    for order in mail.orders {
      switch order {
      case .ping(let answer): answer()
      case .limits(let new): change(new)
      case .stop(let reason): beginStop(reason)
      }
    }
  }

  /// Takes new limits for all connections; those above a smaller number of connections stay.
  private func change(_ new: DoorLimits) {
    limits = new
    for connection in Array(connections.values) {
      connection.change(new)
      // A line may wait only for a larger limit.
      serve(connection)
    }
  }

  private func beginStop(_ reason: String) {
    guard stopping == nil else { return }
    let now = Self.now
    stopping = now.advanced(by: Self.farewell)
    stopListening()
    file.close()
    isListening = false
    for connection in Array(connections.values) {
      connection.traffic.outbox.finish(with: ReplyWriter.goodbye(reason), at: now)
      serve(connection)
    }
  }

  func stopListening() {
    if isListening { _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_DEL, file.descriptor, 0, 0) }
  }

  func listenAgain() {
    if isListening { _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, file.descriptor, hookswitch_epoll_in, Self.listener) }
  }

  private func dropStalled(at now: Instant) {
    for number in blocked {
      guard let connection = connections[number], connection.traffic.outbox.isStalled(at: now) else { continue }
      log(.warning, "connection \(number) of process \(connection.pid) is stalled: it has not read for \(limits.stall); it is closed")
      drop(connection)
    }
  }

  private func finish() {
    for connection in Array(connections.values) { drop(connection) }
    if isListening { file.close() }
    workers.stop()
    close(epoll)
    // A ping that came too late is answered all the same: nothing may wait for it for ever.
    for case .ping(let answer) in post.close().orders { answer() }
  }
}
