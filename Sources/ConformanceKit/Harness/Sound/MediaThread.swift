internal import CConformance
internal import Glibc
internal import Locking
internal import TransportABI

/// The kit's [media] thread: it ticks an instance's audio, in step with the virtual clock or by itself.
///
/// A thread of its own, since that is what a tick comes from: nothing that belongs to the loop may be touched by it. In step, the loop waits
/// for each tick, so that a test is the same each time; by itself, ticks follow one another at real intervals, and the loop is at work
/// meanwhile. In both, none comes during what the contract names (attach, detach, reset, destroy): those go through `withoutTicks`.
///
/// `@unchecked Sendable`: `turn` lets one thread at a time at what is not constant; the plugin's function and context are used on the media
/// thread alone.
final class MediaThread: @unchecked Sendable {
  typealias Tick = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

  /// What the thread shall do next.
  private enum Order { case tick, runByItself, watch, end }

  private let tick: Tick
  private let context: UnsafeMutableRawPointer?
  private let host: HarnessHost
  private var thread = pthread_t()
  private let orders: Signal
  private let answers: Signal
  private let turn: Signal
  private var order = Order.tick
  private let isByItself = Locked(false)
  private var isWatched = false
  /// Whether the kernel tells of what a watched tick asks of it.
  private(set) var seesKernel = false
  private var ticks: UInt64 = 0

  /// Starts the thread.
  init(_ tick: @escaping Tick, _ context: UnsafeMutableRawPointer?, _ host: HarnessHost) throws {
    self.tick = tick
    self.context = context
    self.host = host
    orders = Signal(0)
    answers = Signal(0)
    turn = Signal(1)
    // Signals from outside are not for this thread.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let argument = Unmanaged.passRetained(self)
    let failure = pthread_create(&thread, nil, mediaThreadEntry, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard failure == 0 else {
      argument.release()
      throw TestUnable("the kit gets no thread; raise the limit of threads (ulimit -u)")
    }
    host.loop.mediaThreads.withLock { [thread] in _ = $0.insert(UInt(thread)) }
  }

  // MARK: from the loop

  /// One tick, which is over when this returns.
  func tickOnce() { give(.tick) }

  /// Has every tick from now on watched for what may wait.
  func watch() { give(.watch) }

  /// Lets ticks come by themselves while `body` runs.
  func whileTicking<Result>(_ body: () throws -> Result) rethrows -> Result {
    isByItself.withLock { $0 = true }
    order = .runByItself
    orders.raise()
    defer {
      isByItself.withLock { $0 = false }
      answers.wait()
    }
    return try body()
  }

  /// Runs what no tick may come during.
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
        seesKernel = hookswitch_watch_kernel() == 0
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
    if isWatched { hookswitch_watch_tick(tick, context, now) } else { tick(context, now) }
    host.page.clear(slot)
    turn.raise()
  }
}

private func mediaThreadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<MediaThread>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
