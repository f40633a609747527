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
    addTimer(delay, period: 0, body)
  }

  /// Runs `body` on the loop, once, at a time of ``now``; as soon as possible when that time has passed.
  ///
  /// - Parameters:
  ///   - time: the time in nanoseconds of the host's clock.
  ///   - body: the work.
  /// - Returns: The timer to cancel; nil if the host has no timer now.
  @discardableResult
  public func at(_ time: UInt64, _ body: @escaping () -> Void) -> Timer? {
    after(.nanoseconds(Int64(clamping: time > now ? time - now : 0)), body)
  }

  /// Returns the time at which a timer fires, in nanoseconds of ``now``; nil for one that has fired or was cancelled.
  ///
  /// The clock is the same in every process of the host, so the time keeps its meaning in a parcel (``HandoverTransport``).
  public func due(_ timer: Timer?) -> UInt64? {
    guard let timer, let entry = timers[timer.id] else { return nil }
    guard entry.period > 0, entry.due < now else { return entry.due }
    return entry.due + (now - entry.due + entry.period - 1) / entry.period * entry.period
  }

  /// Runs `body` on the loop periodically; missed periods run once.
  ///
  /// - Returns: The timer to cancel; nil if the host has no timer now, or the period is not positive.
  @discardableResult
  public func every(_ period: Duration, _ body: @escaping () -> Void) -> Timer? {
    guard period > .zero else { return nil }
    return addTimer(period, period: period.nanoseconds, body)
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
    // A new instance watches from the end of the handover on.
    guard standstill.isStill || addWatch(descriptor, events, add) else { return false }
    watches[descriptor] = WatchEntry(events: events, body: body)
    return true
  }

  /// Changes the events to watch the file descriptor for.
  @discardableResult
  public func rewatch(_ descriptor: Int32, _ events: FileEvents) -> Bool {
    guard isUsable, watches[descriptor] != nil else { return false }
    guard standstill.isStill || services.loop.mod_fd?(table.ctx, descriptor, events.rawValue) == HSW_OK else { return false }
    watches[descriptor]?.events = events
    return true
  }

  /// Stops watching a file descriptor.
  ///
  /// Call it before closing the file descriptor.
  public func unwatch(_ descriptor: Int32) {
    guard watches.removeValue(forKey: descriptor) != nil, !standstill.isStill else { return }
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
    // During a handover the host watches none of them.
    if !standstill.isSilent { pauseWatches() }
    timers = [:]
    watches = [:]
  }

  /// Has the host watch no descriptor, without forgetting them.
  ///
  /// The host's watches are level-triggered: a ready descriptor that is only ignored would keep its loop busy.
  func pauseWatches() {
    for descriptor in watches.keys { _ = services.loop.del_fd?(table.ctx, descriptor) }
  }

  /// Has the host watch every descriptor again.
  func resumeWatches() {
    guard let add = services.loop.add_fd else { return }
    for (descriptor, watch) in watches where !addWatch(descriptor, watch.events, add) {
      log(.error, "the host does not watch descriptor \(descriptor) any more")
    }
  }

  private func addWatch(
    _ descriptor: Int32, _ events: FileEvents,
    _ add:
      @convention(c) (
        UnsafeMutableRawPointer?, Int32, UInt32, @convention(c) (UnsafeMutableRawPointer?, Int32, UInt32) -> Void, UnsafeMutableRawPointer?
      ) -> hsw_status
  ) -> Bool {
    add(
      table.ctx, descriptor, events.rawValue, { context, descriptor, events in Host.at(context)?.ready(descriptor, events) },
      Unmanaged.passUnretained(self).toOpaque()) == HSW_OK
  }

  private func addTimer(_ delay: Duration, period: UInt64, _ body: @escaping () -> Void) -> Timer? {
    guard isUsable, let add = services.loop.add_timer else { return nil }
    var timer = hsw_timer()
    let status = add(
      table.ctx, delay.nanoseconds, period, { context, timer in Host.at(context)?.fired(timer.id) },
      Unmanaged.passUnretained(self).toOpaque(), &timer)
    guard status == HSW_OK else { return nil }
    timers[timer.id] = TimerEntry(body: body, due: now &+ delay.nanoseconds, period: period)
    return Timer(id: timer.id)
  }

  private func fired(_ timer: UInt64) {
    guard let entry = timers[timer] else { return }
    if standstill.isSilent {
      // Another of its periods may be waiting already.
      guard entry.period == 0 || standstill.periods.insert(timer).inserted else { return }
      if postpone({ $0.fired(timer) }) { return }
    }
    if entry.period == 0 { timers[timer] = nil }
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

/// The time for a host without a clock.
private func bootTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The function of a timer.
struct TimerEntry {
  let body: () -> Void
  /// The time of the first firing.
  let due: UInt64
  /// The period in nanoseconds; 0 for a timer that fires once.
  let period: UInt64
}

/// The function of a watched file descriptor.
struct WatchEntry {
  var events: FileEvents
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
