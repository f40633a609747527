internal import CallControl
internal import DoorKit
internal import Glibc
package import HostService
internal import HostSurface
internal import Locking
internal import TransportLoader

/// The door by which programs reach the host on D-Bus.
///
/// One thread serves the bus, which may be absent, come and go. All functions are safe on any thread but those of the door itself.
package final class BusDoor: Sendable {
  private let post: DoorPost<BusMail>
  private let ended: EventDescriptor
  private let loop: BusLoop
  private let phase = Locked((isStarted: false, isStopped: false))

  /// The longest time for which `stop` waits, in milliseconds.
  private static let patience: Int32 = 2_000

  /// Makes the door; it connects after `start`.
  ///
  /// - Parameters:
  ///   - settings: the bus and the names.
  ///   - service: the host.
  ///   - log: receives the door's log lines.
  ///   - problem: receives the lasting fault of the door as one sentence, and nil when it is over.
  /// - Throws: an error when the system has no descriptors left.
  package init(
    settings: BusSettings, service: any Service, log: @escaping DoorLog, problem: @escaping @Sendable (String?) -> Void = { _ in }
  ) throws(DoorError) {
    guard let signal = EventDescriptor(), let ended = EventDescriptor() else { throw .failed("cannot make an eventfd") }
    post = DoorPost(signal: signal)
    self.ended = ended
    loop = BusLoop(settings, service, post, log: log, problem: problem)
  }

  deinit { stop() }

  /// Starts the door's thread.
  ///
  /// - Throws: an error when the system has no threads left.
  package func start() throws(DoorError) {
    let isFirst = phase.withLock { phase in
      defer { phase.isStarted = true }
      return !phase.isStarted && !phase.isStopped
    }
    guard isFirst else { return }
    let hasThread = OSThread.start("bus") { [loop, ended] in
      loop.run()
      ended.signal()
    }
    guard hasThread else {
      phase.withLock { $0.isStopped = true }
      throw .cannot("cannot start the thread of the bus door: raise the limit of processes")
    }
  }

  /// Leaves the bus, and waits until the door's thread has ended.
  ///
  /// A second call does nothing.
  package func stop() {
    let wasRunning = phase.withLock { phase in
      defer { phase.isStopped = true }
      return phase.isStarted && !phase.isStopped
    }
    guard wasRunning else { return }
    post.add(.stop)
    ended.wait(milliseconds: Self.patience)
  }

  /// Changes the use of the name `org.gnome.Calls`.
  ///
  /// - Parameter use: the use from now on.
  package func change(_ use: BusSettings.GnomeCalls) { post.add(.gnomeCalls(use)) }

  /// Has the door's thread call a function, to show that it is alive.
  ///
  /// - Parameter answer: the function; it must return at once.
  package func ping(_ answer: @escaping @Sendable () -> Void) { post.add(.ping(answer)) }
}

/// The messages that wait for the bus door's thread.
struct BusMail: DoorMail {
  enum Order: Sendable {
    /// The host answers the door's question of this number.
    case reply(Int, ServiceReply)
    /// The person answers the question of this number; nil when no service could ask.
    case confirmed(Int, Bool?)
    case ping(@Sendable () -> Void)
    case gnomeCalls(BusSettings.GnomeCalls)
    case stop
  }

  var orders: [Order] = []
  /// The sessions that may have notifications.
  var woken: Set<Int> = []
}
