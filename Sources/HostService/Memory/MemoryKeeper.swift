internal import CallControl
package import CallStore
internal import Dispatch
internal import Locking

/// The owner of a store's times and news: hourly retention, the schedules of do-not-disturb, and the events of the memory.
///
/// A thin shell: `DoNotDisturbWatch` decides. Nothing wakes the process while no retention, no end and no schedule is set.
package final class MemoryKeeper: Sendable {
  /// The functions that the keeper calls.
  package struct Receivers: Sendable {
    /// Takes the changes of the memory, in the order of their commits.
    ///
    /// It runs on the store's writer or on the keeper's queue; it must return at once and must not change the store.
    package var news: @Sendable (MemoryNews) -> Void
    /// Switches do-not-disturb on or off on the lines of the host, and remembers it for later lines.
    ///
    /// It runs before the change of a setting returns, under the same conditions as `news`.
    package var doNotDisturb: @Sendable (DoNotDisturbActivity) -> Void

    /// Creates the functions.
    ///
    /// - Parameters:
    ///   - news: takes the changes of the memory.
    ///   - doNotDisturb: switches do-not-disturb on the lines of the host.
    package init(news: @escaping @Sendable (MemoryNews) -> Void, doNotDisturb: @escaping @Sendable (DoNotDisturbActivity) -> Void) {
      self.news = news
      self.doNotDisturb = doNotDisturb
    }
  }

  /// The time between two runs of retention, and the time by which the system may delay one.
  private static let hour = DispatchTimeInterval.seconds(3_600)
  private static let leeway = DispatchTimeInterval.seconds(300)

  private let store: CallStore
  private let receivers: Receivers
  private let alarm: any WallAlarm
  /// The looks at do-not-disturb, one after another; never waits for the store's writer, which waits for it.
  private let queue: DispatchQueue
  private let pruning = DispatchQueue(label: "hookswitch.memory.retention", qos: .utility)
  private let hourly = Locked<HeldSource?>(nil)
  private let watch = Locked(DoNotDisturbWatch())
  private let missed = Locked<Int?>(nil)

  /// Creates the owner, which takes the store's news from now on.
  ///
  /// It switches do-not-disturb as the store has it, and begins the first retention.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - alarm: the alarm for schedules; nil for the system's clock.
  ///   - receivers: the functions to call.
  package init(_ store: CallStore, alarm: (any WallAlarm)? = nil, receivers: Receivers) {
    self.store = store
    self.receivers = receivers
    let queue = DispatchQueue(label: "hookswitch.memory", qos: .userInitiated)
    self.queue = queue
    self.alarm = alarm ?? SystemWallAlarm(on: queue)
    missed.withLock { $0 = store.unreadMissed }
    self.alarm.onRing { [weak self] in self?.look() }
    store.onNews { [weak self] news in self?.take(news) }
    _ = queue.sync { look() }
    startRetention()
  }

  /// The present activity of do-not-disturb, for lines that begin later.
  package var activity: DoNotDisturbActivity { watch.withLock { $0.known } ?? DoNotDisturbActivity() }

  // MARK: News

  /// Takes news on the writer's queue.
  private func take(_ news: StoreNews) {
    for record in MemoryNews.records(of: news) { receivers.news(record) }
    switch news {
    case .history: tellMissed()
    // The lines follow before the change returns, and before programs hear of it.
    case .doNotDisturb: queue.sync { if !look() { receivers.news(.doNotDisturb(store.doNotDisturbJSON)) } }
    case .state(let standing): receivers.news(.standing(standing))
    case .contacts, .blocks, .grants: break
    }
  }

  private func tellMissed() {
    let count = store.unreadMissed
    let isNew = missed.withLock { known in
      defer { known = count }
      return known != count
    }
    if isNew { receivers.news(.missed(count)) }
  }

  // MARK: Do-not-disturb

  /// Looks at do-not-disturb now, sets the alarm, and switches the lines when its activity has changed; runs on the queue.
  ///
  /// - Returns: true when it has told the new state.
  @discardableResult
  private func look() -> Bool {
    let (now, settings) = (store.settings.now(), store.doNotDisturb)
    let rule = store.doNotDisturbActivity(on: settings.lines.first ?? .main, at: now)
    let next = store.nextDoNotDisturbChange(after: now)
    let step = watch.withLock { $0.look(at: now, rule: rule, lines: settings.lines, next: next) }
    alarm.set(step.alarm)
    guard let change = step.change else { return false }
    receivers.doNotDisturb(change)
    receivers.news(.doNotDisturb(settings.json(activeBy: rule)))
    return true
  }

  // MARK: Retention

  /// Applies the store's retention now, and hourly from now on.
  package func retentionChanged() {
    stopRetention()
    startRetention()
  }

  private func stopRetention() {
    hourly.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }

  private func startRetention() {
    // Without a limit nothing is ever too old, and no timer runs.
    let retention = store.retention
    guard retention.days > 0 || retention.calls > 0 else { return }
    let timer = DispatchSource.makeTimerSource(queue: pruning)
    timer.schedule(deadline: .now(), repeating: Self.hour, leeway: Self.leeway)
    timer.setEventHandler { [weak self] in
      // A store that cannot write says so in its state.
      _ = try? self?.store.prune()
    }
    timer.activate()
    hourly.withLock { $0 = HeldSource(timer) }
  }

  /// Ends the news, the alarm and the retention; a run that has begun ends first.
  package func close() {
    store.onNews(nil)
    alarm.cancel()
    stopRetention()
    pruning.sync {}
    queue.sync {}
  }
}
