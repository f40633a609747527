internal import DoorKit
internal import Glibc
package import HostService
internal import HostSurface
internal import Locking
internal import TransportLoader

/// The door by which programs reach the host on a local socket, with JSON-RPC 2.0, one JSON text a line.
///
/// One thread serves all connections, and some workers read requests and hand them to the service. All functions are safe on any thread but
/// those of the door itself: the service, its sessions and the log must not call them.
package final class SocketDoor: Sendable {
  private enum Phase: Sendable {
    case made, running, stopped
  }

  /// The path of the socket.
  package let path: String
  private let lock: HostLock
  private let post: DoorPost<SocketMail>
  private let loop: SocketLoop
  private let workers: RequestWorkers
  private let ended: EventDescriptor
  private let log: DoorLog
  private let phase = Locked(Phase.made)

  /// The longest time for which `stop` waits, in milliseconds: the clients' time to read their last lines, and as much for the workers.
  private static let patience: Int32 = 3_000

  /// Makes the socket.
  ///
  /// Clients can connect from now on; they are served after `start`.
  ///
  /// - Parameters:
  ///   - settings: the settings; without a lock in them, the door takes it.
  ///   - service: the host.
  ///   - log: receives the door's log lines.
  /// - Throws: `alreadyRunning`, or `cannot` with the path and the reason.
  package init(settings: SocketSettings, service: any Service, log: @escaping DoorLog) throws(DoorError) {
    if let given = settings.lock { lock = given } else { lock = try HostLock(beside: settings.path) }
    guard let wake = EventDescriptor(), let ended = EventDescriptor() else { throw .failed("cannot make an eventfd") }
    path = settings.path
    post = DoorPost(signal: wake)
    self.ended = ended
    self.log = log
    workers = RequestWorkers(service: service, ended: ended, log: log)
    let file: SocketFile
    if let passed = settings.passed { file = SocketFile(passed: passed.descriptor) } else { file = try SocketFile(making: settings) }
    do throws(DoorError) {
      loop = try SocketLoop(settings: settings, file: file, post: post, workers: workers, log: log)
    } catch {
      file.close()
      throw error
    }
  }

  deinit { stop(reason: "stopping") }

  /// Starts to serve clients.
  ///
  /// - Throws: an error when the system has no threads left.
  package func start() throws(DoorError) {
    let isFirst = phase.withLock { phase in
      defer { if phase == .made { phase = .running } }
      return phase == .made
    }
    guard isFirst else { return }
    guard workers.start(), OSThread.start("door", { [loop] in loop.run() }) else {
      phase.withLock { $0 = .stopped }
      workers.stop()
      loop.discard()
      throw .cannot("cannot start the threads of the socket door: raise the limit of processes")
    }
  }

  /// Sends `goodbye` to all clients, closes their connections and the socket, and waits until the door's threads have ended.
  ///
  /// Replies that were given before go out first. A second call does nothing.
  ///
  /// - Parameter reason: the reason in `goodbye`, one word.
  package func stop(reason: String) {
    let before = phase.withLock { phase in
      defer { phase = .stopped }
      return phase
    }
    switch before {
    case .stopped: return
    case .made: loop.discard()
    case .running:
      post.add(.stop(reason: reason))
      if !ended.wait(milliseconds: Self.patience) { log(.error, "a request still runs after the door has stopped") }
    }
  }

  /// The number of connections.
  package var clients: Int { loop.clients.withLock { $0 } }

  /// Has the door's thread call a function, to show that it is alive.
  ///
  /// - Parameter answer: the function; it must return at once.
  package func ping(_ answer: @escaping @Sendable () -> Void) { post.add(.ping(answer)) }

  /// Changes the limits of all connections, also of open ones.
  ///
  /// A smaller number of connections closes none: it counts for connections that are made later.
  ///
  /// - Parameter limits: the new limits.
  package func change(_ limits: DoorLimits) { post.add(.limits(limits)) }
}
