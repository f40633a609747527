internal import CLinux
public import CallControl
internal import Dispatch
public import FoundationEssentials
internal import Glibc
internal import Locking

/// The time of the machine: `CLOCK_BOOTTIME`, so that deadlines pass while it is asleep.
///
/// Its zero is when the machine was started. One kernel timer and one serial queue for all its hosts.
public final class SystemHostClock: HostClock {
  private struct Clients {
    // The clock must not keep a host alive that nobody else wants.
    struct Entry {
      weak var client: (any ClockClient)?
    }

    var entries: [Entry] = []
    /// What the kernel's timer is set to; nil: it is not running.
    var armed: Instant?
  }

  /// The clock that all hosts of a process share unless told otherwise.
  public static let shared = SystemHostClock()

  private let clients = Locked(Clients())
  private let timer: CInt
  // A dispatch source may be used from any thread; it is only not marked so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Starts a clock; it holds one file descriptor for as long as it lives.
  public init() {
    timer = timerfd_create(CLOCK_BOOTTIME, hookswitch_timerfd_flags)
    precondition(timer >= 0, "The system gives no timer: errno \(errno). Raise the limit of open files.")
    let queue = DispatchQueue(label: "hookswitch.clock", qos: .userInitiated)
    source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: queue)
    source.setEventHandler { [weak self] in self?.fire() }
    source.setCancelHandler { [timer] in close(timer) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Nanoseconds since the machine was started.
  public var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The date of an instant, by the wall clock as it is set now.
  public func date(of instant: Instant) -> Date {
    Date().addingTimeInterval(Double(instant.nanoseconds - now.nanoseconds) / 1e9)
  }

  /// The instant of a date, by the wall clock as it is set now.
  public func instant(of date: Date) -> Instant {
    now.moved(bySeconds: date.timeIntervalSince(Date()))
  }

  /// Makes a host known.
  public func attach(_ client: any ClockClient) {
    clients.withLock { clients in
      clients.entries.removeAll { $0.client == nil }
      clients.entries.append(Clients.Entry(client: client))
    }
  }

  /// Moves the timer forward when it is set later than `instant`.
  public func wake(_ client: any ClockClient, noLaterThan instant: Instant) {
    clients.withLock { clients in
      if let armed = clients.armed, armed <= instant { return }
      clients.armed = instant
      // Zero would stop the timer.
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
