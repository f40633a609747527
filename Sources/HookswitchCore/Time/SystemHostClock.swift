internal import CLinux
public import CallControl
internal import Dispatch
public import FoundationEssentials
internal import Glibc
internal import Locking

/// The machine's clock `CLOCK_BOOTTIME`, so that deadlines pass during suspend.
///
/// Its zero is the machine's start. All its hosts share one kernel timer and one serial queue.
public final class SystemHostClock: HostClock {
  private struct Clients {
    // Weak, so that the clock does not keep a host alive.
    struct Entry {
      weak var client: (any ClockClient)?
    }

    var entries: [Entry] = []
    /// The time that the kernel's timer is set to; nil when it is off.
    var armed: Instant?
  }

  /// The default clock, which all hosts of a process share.
  public static let shared = SystemHostClock()

  private let clients = Locked(Clients())
  private let timer: CInt
  // A dispatch source is safe on any thread; its type lacks the `Sendable` marking.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Starts a clock; it holds one file descriptor for its life.
  public init() {
    timer = timerfd_create(CLOCK_BOOTTIME, hookswitch_timerfd_flags)
    precondition(timer >= 0, "The system cannot create a timer: errno \(errno). Raise the limit of open files.")
    let queue = DispatchQueue(label: "hookswitch.clock", qos: .userInitiated)
    source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: queue)
    source.setEventHandler { [weak self] in self?.fire() }
    source.setCancelHandler { [timer] in close(timer) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// The nanoseconds since the machine's start.
  public var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Converts an instant to a date, by the present wall clock.
  public func date(of instant: Instant) -> Date {
    Date().addingTimeInterval(Double(instant.nanoseconds - now.nanoseconds) / 1e9)
  }

  /// Converts a date to an instant, by the present wall clock.
  public func instant(of date: Date) -> Instant {
    now.moved(bySeconds: date.timeIntervalSince(Date()))
  }

  /// Attaches a host.
  public func attach(_ client: any ClockClient) {
    clients.withLock { clients in
      clients.entries.removeAll { $0.client == nil }
      clients.entries.append(Clients.Entry(client: client))
    }
  }

  /// Sets the timer to `instant`, unless it is set earlier.
  public func wake(_ client: any ClockClient, noLaterThan instant: Instant) {
    clients.withLock { clients in
      if let armed = clients.armed, armed <= instant { return }
      clients.armed = instant
      // Zero would disarm the timer.
      let time = max(instant.nanoseconds, 1)
      var setting = itimerspec()
      setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
      timerfd_settime(timer, hookswitch_timerfd_absolute, &setting, nil)
    }
  }

  private func fire() {
    var expirations: UInt64 = 0
    guard read(timer, &expirations, 8) == 8 else { return }
    let due = clients.withLock { clients in
      clients.armed = nil
      return clients.entries.compactMap(\.client)
    }
    for client in due { client.timeCame() }
  }
}
