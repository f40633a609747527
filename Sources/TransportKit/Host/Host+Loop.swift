internal import Glibc
internal import TransportABI

extension Host {
  /// The time in nanoseconds of the host's clock, which goes on through suspend; in a test it may be virtual.
  ///
  /// It is the same throughout one turn of the loop.
  public var now: UInt64 {
    if turn.now == 0 { turn.now = services.loop.now_ns?(table.ctx) ?? bootTime() }
    return turn.now
  }

  /// Runs `body` on the loop, once, after `delay`.
  ///
  /// - Returns: The timer to cancel; nil if the host has no timer now.
  @discardableResult
  public func after(_ delay: Duration, _ body: @escaping () -> Void) -> Timer? {
    addTimer(delay, period: 0, TimerEntry(body: body, repeats: false))
  }

  /// Runs `body` on the loop periodically; missed periods run once.
  ///
  /// - Returns: The timer to cancel; nil if the host has no timer now, or the period is not positive.
  @discardableResult
  public func every(_ period: Duration, _ body: @escaping () -> Void) -> Timer? {
    guard period > .zero else { return nil }
    return addTimer(period, period: period.nanoseconds, TimerEntry(body: body, repeats: true))
  }

  /// Cancels a timer: it does not fire after this.
  ///
  /// Does nothing for a timer that has fired.
  public func cancel(_ timer: Timer?) {
    guard let timer, timers.removeValue(forKey: timer.id) != nil else { return }
    _ = services.loop.del_timer?(table.ctx, hsw_timer(id: timer.id))
  }

  /// Calls `body` on the loop whenever the file descriptor is ready for one of `events` (level-triggered).
  ///
  /// - Returns: False if the host refuses to watch it.
  public func watch(_ descriptor: Int32, _ events: FileEvents, _ body: @escaping (FileEvents) -> Void) -> Bool {
    guard isUsable, watches[descriptor] == nil, let add = services.loop.add_fd else { return false }
    let status = add(
      table.ctx, descriptor, events.rawValue, { context, descriptor, events in Host.at(context)?.ready(descriptor, events) },
      Unmanaged.passUnretained(self).toOpaque())
    guard status == HSW_OK else { return false }
    watches[descriptor] = WatchEntry(body: body)
    return true
  }

  /// Changes the events to watch the file descriptor for.
  @discardableResult
  public func rewatch(_ descriptor: Int32, _ events: FileEvents) -> Bool {
    guard isUsable, watches[descriptor] != nil else { return false }
    return services.loop.mod_fd?(table.ctx, descriptor, events.rawValue) == HSW_OK
  }

  /// Stops watching a file descriptor.
  ///
  /// Call it before closing the file descriptor.
  public func unwatch(_ descriptor: Int32) {
    guard watches.removeValue(forKey: descriptor) != nil else { return }
    _ = services.loop.del_fd?(table.ctx, descriptor)
  }

  /// Returns a port from other threads to this instance's loop.
  ///
  /// - Parameter transport: the transport that this host was given to.
  public func port<Destination: Transport>(to transport: Destination) -> Port<Destination> {
    Port(gate: gate)
  }

  /// True on the instance's loop; nil if the host does not say.
  public var isOnLoop: Bool? {
    services.threads.is_loop.map { $0(table.ctx) != 0 }
  }

  /// Cancels all timers and watches.
  func stopAll() {
    for timer in timers.keys { _ = services.loop.del_timer?(table.ctx, hsw_timer(id: timer)) }
    for descriptor in watches.keys { _ = services.loop.del_fd?(table.ctx, descriptor) }
    timers = [:]
    watches = [:]
  }

  private func addTimer(_ delay: Duration, period: UInt64, _ entry: TimerEntry) -> Timer? {
    guard isUsable, let add = services.loop.add_timer else { return nil }
    var timer = hsw_timer()
    let status = add(
      table.ctx, delay.nanoseconds, period, { context, timer in Host.at(context)?.fired(timer.id) },
      Unmanaged.passUnretained(self).toOpaque(), &timer)
    guard status == HSW_OK else { return nil }
    timers[timer.id] = entry
    return Timer(id: timer.id)
  }

  private func fired(_ timer: UInt64) {
    guard let entry = timers[timer] else { return }
    if !entry.repeats { timers[timer] = nil }
    turn = Turn()
    entry.body()
    turn = Turn()
  }

  private func ready(_ descriptor: Int32, _ events: UInt32) {
    turn = Turn()
    watches[descriptor]?.body(FileEvents(rawValue: events))
    turn = Turn()
  }
}

extension Duration {
  /// The duration in whole nanoseconds; 0 if it is negative.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max : whole + UInt64(attoseconds / 1_000_000_000)
  }
}

/// The time for a host without a clock.
private func bootTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The function of a timer.
struct TimerEntry {
  let body: () -> Void
  let repeats: Bool
}

/// The function of a watched file descriptor.
struct WatchEntry {
  let body: (FileEvents) -> Void
}

/// A timer of ``Host/after(_:_:)`` or ``Host/every(_:_:)``, for ``Host/cancel(_:)``.
public struct Timer: Hashable, Sendable {
  let id: UInt64
}

/// The events of a file descriptor.
public struct FileEvents: OptionSet, Hashable, Sendable {
  /// The bits in the ABI.
  public let rawValue: UInt32

  /// Makes events from their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// It can be read.
  public static let read = FileEvents(rawValue: 1)
  /// It can be written.
  public static let write = FileEvents(rawValue: 2)
  /// It failed or hung up; always reported.
  public static let error = FileEvents(rawValue: 4)
}
