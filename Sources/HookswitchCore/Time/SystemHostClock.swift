internal import CLinux
public import CallControl
public import FoundationEssentials
internal import Glibc
internal import Locking
internal import TransportLoader

/// The machine's clock `CLOCK_BOOTTIME`, so that deadlines pass during suspend.
///
/// Its zero is the machine's start. All its hosts share one kernel timer and one thread. In a process that has no file descriptor left when the
/// clock is made, the thread looks at the time every 10 ms instead of using a timer.
public final class SystemHostClock: HostClock {
  /// The default clock, which all hosts of a process share.
  public static let shared = SystemHostClock()

  private let alarm: ClockAlarm

  /// Starts a clock; it holds one file descriptor and one thread for its life.
  public convenience init() { self.init(timer: timerfd_create(CLOCK_BOOTTIME, hookswitch_timerfd_cloexec)) }

  /// Starts a clock on a kernel timer, which it closes at its end.
  ///
  /// - Parameter timer: the timer's descriptor; negative when the system gave none.
  init(timer: CInt) {
    alarm = ClockAlarm(timer: timer)
    let isStarted = OSThread.start("clock") { [alarm] in alarm.run() }
    precondition(isStarted, "The system cannot start the clock's thread. Raise the limit of threads (ulimit -u).")
  }

  deinit { alarm.stop() }

  /// The nanoseconds since the machine's start.
  public var now: Instant { ClockAlarm.now }

  /// Converts an instant to a date, by the present wall clock.
  public func date(of instant: Instant) -> Date {
    Date().addingTimeInterval(Double(instant.nanoseconds - now.nanoseconds) / 1e9)
  }

  /// Converts a date to an instant, by the present wall clock.
  public func instant(of date: Date) -> Instant {
    now.moved(bySeconds: date.timeIntervalSince(Date()))
  }

  /// Attaches a host.
  public func attach(_ client: any ClockClient) { alarm.attach(client) }

  /// Sets the timer to `instant`, unless it is set earlier.
  public func wake(_ client: any ClockClient, noLaterThan instant: Instant) { alarm.set(to: instant) }
}

/// The timer of a clock, its clients and its thread's work; the thread keeps it until `stop`.
private final class ClockAlarm: Sendable {
  private struct State {
    // Weak, so that the clock does not keep a host alive.
    struct Entry {
      weak var client: (any ClockClient)?
    }

    var entries: [Entry] = []
    /// The time that the timer is set to; nil when it is off.
    var armed: Instant?
    var isStopped = false
  }

  private let state = Locked(State())
  /// The descriptor of the kernel's timer; negative when the system gave none.
  private let timer: CInt

  init(timer: CInt) { self.timer = timer }

  deinit { if timer >= 0 { close(timer) } }

  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  func attach(_ client: any ClockClient) {
    state.withLock { state in
      state.entries.removeAll { $0.client == nil }
      state.entries.append(State.Entry(client: client))
    }
  }

  func set(to instant: Instant) {
    state.withLock { state in
      if let armed = state.armed, armed <= instant { return }
      state.armed = instant
      if !state.isStopped { setTimer(instant) }
    }
  }

  /// Ends the thread.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      setTimer(Instant(nanoseconds: 1))
    }
  }

  private func setTimer(_ instant: Instant) {
    guard timer >= 0 else { return }
    // Zero would disarm the timer.
    let time = max(instant.nanoseconds, 1)
    var setting = itimerspec()
    setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    timerfd_settime(timer, hookswitch_timerfd_absolute, &setting, nil)
  }

  /// The thread: tells all clients when the time has come.
  func run() {
    while true {
      waitForTimer()
      let due = state.withLock { state -> [any ClockClient]? in
        guard !state.isStopped else { return nil }
        // Without a timer each look at the time ends the wait.
        guard let armed = state.armed, armed <= Self.now else { return [] }
        state.armed = nil
        return state.entries.compactMap(\.client)
      }
      guard let due else { return }
      for client in due { client.timeCame() }
    }
  }

  private func waitForTimer() {
    guard timer >= 0 else {
      poll(nil, 0, 10)
      return
    }
    var expirations: UInt64 = 0
    // A failure other than an interruption cannot occur; the pause keeps it from using the processor.
    while read(timer, &expirations, 8) != 8 { if errno != EINTR { poll(nil, 0, 10) } }
  }
}
