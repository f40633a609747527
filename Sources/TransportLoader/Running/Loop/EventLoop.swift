internal import CLinux
internal import Glibc
internal import Locking
internal import Synchronization
internal import TransportABI

/// A thread that runs the orders, posts, timers and file descriptors of instances, one after another.
///
/// `@unchecked Sendable`: `inbox` is behind a lock and `watch` is atomic; only the loop's thread accesses the rest. The host's functions
/// check `isCurrent` first.
final class EventLoop: @unchecked Sendable {
  private struct Inbox {
    var jobs: [LoopJob] = []
    var isAsleep = false
    // Set when the thread has ended; a job queued later would keep its instance and this loop alive for ever.
    var isClosed = false
    var instances: [ObjectIdentifier: (number: Int, instance: any LoopResident)] = [:]
    var joined = 0
    var sources: [any LoopSource] = []
  }

  /// The time-out of a plugin function, in nanoseconds.
  let patience: UInt64
  let watch: CallWatch
  var timers = LoopTimers()
  var descriptors: LoopDescriptors
  var arena = TextArena()
  /// Called once, when no job, timer or event is left for the present time.
  var whenIdle: (() -> Void)?

  // `@unchecked Sendable`: an inbox holds C functions and pointers of plugins, which only go back to them on their own thread.
  private struct Unchecked<Value>: @unchecked Sendable { var value: Value }
  private let inbox = Locked(Unchecked(value: Inbox()))
  private let thread = Atomic<UInt>(0)
  private let epoll: CInt
  private let wake: EventDescriptor
  private let timer: CInt
  /// The jobs of this turn, of which the first `begun` run or have run.
  private var batch: [LoopJob] = []
  private var begun = 0
  private var armed: UInt64 = 0
  /// The instances that have messages to pass on at the end of this turn.
  private var speakers: [any LoopResident] = []
  private var spareSpeakers: [any LoopResident] = []
  private var sources: [CInt: any LoopSource] = [:]
  private var isStopped = false

  /// Starts the thread; nil when the system has no thread or file descriptors left.
  convenience init?(name: String, patienceMilliseconds: UInt32, watch: CallWatch = CallWatch()) {
    self.init(patienceMilliseconds: patienceMilliseconds, watch: watch)
    guard OSThread.start(name, { [self] in run() }) else { return nil }
  }

  /// Makes a loop that its owner drives by `turn`; nil when no file descriptors are left.
  init?(patienceMilliseconds: UInt32, watch: CallWatch = CallWatch()) {
    guard let wake = EventDescriptor() else { return nil }
    self.wake = wake
    self.watch = watch
    patience = UInt64(patienceMilliseconds) * 1_000_000
    epoll = epoll_create1(hookswitch_epoll_cloexec)
    timer = timerfd_create(CLOCK_BOOTTIME, hookswitch_timerfd_flags)
    descriptors = LoopDescriptors(epoll: epoll)
    guard epoll >= 0, timer >= 0,
      hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, wake.number, hookswitch_epoll_in, .max) == 0,
      hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, timer, hookswitch_epoll_in, .max - 1) == 0
    else { return nil }
  }

  deinit {
    close(epoll)
    close(timer)
  }

  /// True on the loop's thread.
  var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Adds `instance` to the loop.
  func join(_ instance: any LoopResident) {
    inbox.withLock { inbox in
      inbox.value.joined += 1
      inbox.value.instances[ObjectIdentifier(instance)] = (inbox.value.joined, instance)
    }
  }

  /// Queues a job; it runs after the present turn, never inside this function, and never once the loop has ended.
  ///
  /// Any thread.
  func add(_ job: LoopJob) {
    let job = Unchecked(value: job)
    let wasAsleep = inbox.withLock { inbox in
      guard !inbox.value.isClosed else { return false }
      inbox.value.jobs.append(job.value)
      job.value.mustRunFor?.countJobs(1)
      defer { inbox.value.isAsleep = false }
      return inbox.value.isAsleep
    }
    if wasAsleep { wake.signal() }
  }

  /// Has the messages of an instance passed on at the end of this turn, or of the next one where another thread calls.
  ///
  /// Any thread.
  func hasWords(_ instance: any LoopResident) {
    if isCurrent { speakers.append(instance) } else { add(.flush(instance)) }
  }

  /// Has the loop run a source whenever its descriptor can be read, outside every plugin function.
  ///
  /// Any thread.
  func watch(_ source: any LoopSource) {
    // At once on the loop itself, so that an `unwatch` of the same turn finds it.
    if isCurrent { begin(source) } else { add(.watch(source)) }
  }

  /// Ends that; the source does not run any more. [loop]
  func unwatch(_ source: any LoopSource) {
    guard sources.removeValue(forKey: source.descriptor) != nil else { return }
    inbox.withLock { $0.value.sources.removeAll { $0 === source } }
    _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_DEL, source.descriptor, 0, 0)
  }

  /// Runs a plugin function under the watchdog; nil when the loop was given up.
  @inline(__always)
  func call<Result>(_ call: PluginCall, _ body: () -> Result) -> Result? {
    guard watch.enter(call) else { return nil }
    LoopWatchdog.shared.stir()
    let result = body()
    return watch.leave() ? result : nil
  }

  /// Removes `instance` and its timers and descriptors; returns how many of these it had left behind.
  func release(_ instance: any LoopResident) -> Int {
    inbox.withLock { _ = $0.value.instances.removeValue(forKey: ObjectIdentifier(instance)) }
    return timers.removeAll(of: instance) + descriptors.removeAll(of: instance)
  }

  /// Runs the queued posts of `instance` before it is destroyed.
  func runPosts(of instance: any LoopResident) {
    while !watch.isCondemned, instance.hasJobs {
      let posts = inbox.withLock { inbox in
        var posts: [LoopJob] = []
        inbox.value.jobs.removeAll { job in
          guard job.mustRunFor === instance else { return false }
          posts.append(job)
          return true
        }
        return Unchecked(value: posts)
      }
      let left = batch[begun...]
      let waiting = left.filter { $0.mustRunFor === instance }
      if !waiting.isEmpty { (batch, begun) = (left.filter { $0.mustRunFor !== instance }, 0) }
      guard !(posts.value.isEmpty && waiting.isEmpty) else { return }
      for job in waiting + posts.value { perform(job) }
    }
  }

  /// Called by the watchdog when `call` has not returned in time.
  ///
  /// Every instance here is lost, and so is the thread.
  func abandon(in call: PluginCall) {
    let (instances, sources) = shut()
    for source in sources { source.abandon() }
    for instance in instances { instance.abandon(.late(call: call.name)) }
  }

  /// Gives the loop up because a function hangs on another thread; the loop's own thread ends by itself.
  func giveUp(in call: PluginCall) {
    while !watch.isCondemned {
      guard watch.condemn(ifStill: watch.sample) != nil else { continue }
      abandon(in: call)
      wake.signal()
    }
  }

  // MARK: a thread that drives the loop

  /// The descriptor that can be read when `turn` has something to do.
  var descriptor: CInt { epoll }

  /// Does what is due, and returns at once; the calling thread is the loop's from then on.
  func turn() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    while !takeJobs() {
      runJobs()
      runTimers()
    }
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { _ = waitForEvents($0, timeout: 0) }
    flushWords()
    for source in sources.values { source.endTurn() }
    if let next = timers.next, next != armed { arm(next) }
  }

  // MARK: the thread

  private func run() {
    LoopWatchdog.shared.add(self)
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      while !isStopped, !watch.isCondemned {
        if takeJobs() {
          if whenIdle == nil {
            waitForEvents(events, timeout: -1)
          } else if !waitForEvents(events, timeout: 0) {
            whenIdle.take()?()
          }
        } else {
          runJobs()
          runTimers()
          if !descriptors.isEmpty || !sources.isEmpty { waitForEvents(events, timeout: 0) }
        }
        flushWords()
        for source in sources.values where !watch.isCondemned { source.endTurn() }
      }
    }
    speakers = []
    batch = []
    sources = [:]
    _ = shut()
    LoopWatchdog.shared.remove(self)
  }

  /// Drops all queued jobs, instances and sources; returns the instances and the sources.
  private func shut() -> ([any LoopResident], [any LoopSource]) {
    let left = inbox.withLock { inbox in
      let left = inbox.value
      inbox.value = Inbox(isClosed: true)
      return Unchecked(value: left)
    }
    return (left.value.instances.values.sorted { $0.number < $1.number }.map(\.instance), left.value.sources)
  }

  /// Takes the queued jobs; true when there are none and no timer is due, so that the loop sleeps until an event.
  private func takeJobs() -> Bool {
    let isDue = timers.next.map { $0 <= PluginClock.now() } ?? false
    let taken = Unchecked(value: batch)
    batch = []
    batch =
      inbox.withLock { inbox in
        var batch = taken.value
        swap(&batch, &inbox.value.jobs)
        inbox.value.isAsleep = batch.isEmpty && !isDue
        return Unchecked(value: batch)
      }.value
    return batch.isEmpty && !isDue
  }

  private func runJobs() {
    // A job may take posts out of the batch (`runPosts`).
    while begun < batch.count, !watch.isCondemned {
      begun += 1
      perform(batch[begun - 1])
    }
    batch.removeAll(keepingCapacity: true)
    begun = 0
  }

  private func perform(_ job: LoopJob) {
    switch job {
    case .order(let instance, let order): instance.perform(order)
    case .post(let instance, let function, let argument):
      instance.countJobs(-1)
      if instance.isAlive { _ = call(.post) { function(argument) } }
    case .secret(let instance, let request):
      instance.countJobs(-1)
      if instance.isAlive { instance.answer(request) }
    case .run(let body): body()
    case .watch(let source): begin(source)
    case .flush(let instance): speakers.append(instance)
    case .stop: isStopped = true
    }
  }

  private func runTimers() {
    guard timers.next != nil else { return }
    let now = PluginClock.now()
    // Timers that a callback adds for now wait for the next turn.
    var budget = 1024
    while budget > 0, !watch.isCondemned, let (id, target) = timers.takeDue(at: now) {
      budget -= 1
      switch target {
      case .plugin(_, let callback, let argument): _ = call(.timer) { callback(argument, hsw_timer(id: id)) }
      case .order(let instance, let order): instance.perform(order)
      case .run(_, let body): body()
      }
    }
  }

  /// Waits for events and handles them; false when none came.
  @discardableResult
  private func waitForEvents(_ events: UnsafeMutableBufferPointer<epoll_event>, timeout: CInt) -> Bool {
    var timeout = timeout
    if timeout != 0, let next = timers.next {
      if next <= PluginClock.now() { timeout = 0 } else if next != armed, !PluginClock.isManual { arm(next) }
    }
    let count = epoll_wait(epoll, events.baseAddress!, CInt(events.count), timeout)
    inbox.withLock { $0.value.isAsleep = false }
    for index in 0..<max(0, Int(count)) where !watch.isCondemned {
      let data = hookswitch_epoll_data(events.baseAddress! + index)
      if data == .max {
        wake.drain()
      } else if data == .max - 1 {
        var expirations: UInt64 = 0
        _ = read(timer, &expirations, 8)
        armed = 0
      } else if data >> 32 == Self.sourceMark {
        sources[CInt(truncatingIfNeeded: data)]?.run()
      } else if let (fd, watched) = descriptors.entry(for: data) {
        let mask = LoopDescriptors.events(events[index].events)
        _ = call(.descriptor) { watched.callback(watched.argument, fd, mask) }
      }
    }
    return count > 0
  }

  /// The upper half of the epoll data of sources, which no serial number of `LoopDescriptors` reaches.
  private static let sourceMark: UInt64 = 0xFFFF_FFFE

  private func begin(_ source: any LoopSource) {
    inbox.withLock { $0.value.sources.append(source) }
    sources[source.descriptor] = source
    let data = Self.sourceMark << 32 | UInt64(UInt32(bitPattern: source.descriptor))
    _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, source.descriptor, hookswitch_epoll_in, data)
  }

  private func flushWords() {
    // A receiver may cause further messages.
    while !speakers.isEmpty, !watch.isCondemned {
      swap(&speakers, &spareSpeakers)
      for instance in spareSpeakers where !watch.isCondemned { instance.flush() }
      spareSpeakers.removeAll(keepingCapacity: true)
    }
  }

  private func arm(_ time: UInt64) {
    var setting = itimerspec()
    setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    timerfd_settime(timer, hookswitch_timerfd_absolute, &setting, nil)
    armed = time
  }
}
