internal import CConformance
internal import Glibc
internal import Locking
internal import TransportABI

/// The kit's [media] thread: it ticks an instance's audio, in step with the virtual clock or freely.
///
/// It is a separate thread, as in a host, and touches nothing that belongs to the loop. In step, the loop waits for each tick, so that a
/// test is repeatable. Freely, ticks follow one another at real intervals while the loop works. The contract forbids ticks during attach,
/// detach, reset and destroy: those go through `withoutTicks`.
///
/// `@unchecked Sendable`: `turn` admits one thread at a time to what is not constant; only the media thread uses the plugin's function and
/// context.
package final class MediaThread: @unchecked Sendable {
  /// The thread's next task.
  private enum Order { case tick, runByItself, watch, end }

  private let tick: ExecutorProcess.Tick
  private let context: UnsafeMutableRawPointer?
  private let host: HarnessHost
  private var thread = pthread_t()
  private let orders: Signal
  private let answers: Signal
  private let turn: Signal
  private var order = Order.tick
  private let isByItself = Locked(false)
  private var isWatched = false
  /// True if the kernel reports the system calls of a watched tick.
  package private(set) var seesKernel = false
  private var ticks: UInt64 = 0

  /// Starts the thread.
  init(_ tick: @escaping ExecutorProcess.Tick, _ context: UnsafeMutableRawPointer?, _ host: HarnessHost) throws {
    self.tick = tick
    self.context = context
    self.host = host
    orders = Signal(0)
    answers = Signal(0)
    turn = Signal(1)
    // This thread takes no signals from outside.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let argument = Unmanaged.passRetained(self)
    let failure = pthread_create(&thread, nil, mediaThreadEntry, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard failure == 0 else {
      argument.release()
      throw TestUnable("the kit cannot start a thread; raise the limit of threads (ulimit -u)")
    }
    host.loop.mediaThreads.withLock { [thread] in _ = $0.insert(UInt(thread)) }
  }

  // MARK: from the loop

  /// Runs one tick, and returns when it is over.
  func tickOnce() { give(.tick) }

  /// Watches every further tick for operations that may block.
  package func watch() { give(.watch) }

  /// The first function that a watched tick should not have called, in words; nil when there is none.
  package static var finding: String? {
    var found = hookswitch_watch_finding()
    guard hookswitch_watch_find(&found) != 0 else { return nil }
    let function = withUnsafeBytes(of: found.function) { ForeignText.read(buffer: $0) ?? "" }
    let place = withUnsafeBytes(of: found.place) { ForeignText.read(buffer: $0) ?? "" }
    return function + (place.isEmpty ? "" : ", in \(place)")
  }

  /// Ticks freely while `body` runs.
  package func whileTicking<Result>(_ body: () throws -> Result) rethrows -> Result {
    isByItself.withLock { $0 = true }
    order = .runByItself
    orders.raise()
    defer {
      isByItself.withLock { $0 = false }
      answers.wait()
    }
    return try body()
  }

  /// Runs `body` while no tick runs.
  func withoutTicks<Result>(_ body: () -> Result) -> Result {
    turn.wait()
    defer { turn.raise() }
    return body()
  }

  /// Ends the thread.
  func end() {
    order = .end
    orders.raise()
    pthread_join(thread, nil)
    host.loop.mediaThreads.withLock { [thread] in _ = $0.remove(UInt(thread)) }
  }

  private func give(_ order: Order) {
    self.order = order
    orders.raise()
    answers.wait()
  }

  // MARK: on the thread

  fileprivate func run() {
    while true {
      orders.wait()
      switch order {
      case .tick: callPlugin()
      case .runByItself: runByItself()
      case .watch:
        isWatched = true
        seesKernel = ExecutorProcess.watchKernel()
      case .end: return
      }
      answers.raise()
    }
  }

  private func runByItself() {
    var pause = timespec(tv_sec: 0, tv_nsec: 100_000)
    while isByItself.withLock({ $0 }) {
      callPlugin()
      nanosleep(&pause, nil)
    }
  }

  private func callPlugin() {
    turn.wait()
    ticks += 1
    let now = host.loop.now
    let slot = host.page.note("audio.tick", thread: .media, call: ticks)
    if isWatched { ExecutorProcess.tickWatched(tick, context, now) } else { tick(context, now) }
    host.page.clear(slot)
    turn.raise()
  }
}

private func mediaThreadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<MediaThread>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}

/// A counting semaphore between two threads of the kit.
///
/// `@unchecked Sendable`: any thread may use a POSIX semaphore, and its address never changes.
final class Signal: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ count: UInt32) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Waits until the count is positive, and takes one from it.
  func wait() { while sem_wait(semaphore) != 0 {} }

  /// Adds one to the count.
  func raise() { sem_post(semaphore) }
}
