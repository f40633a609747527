internal import CMediaThread
internal import CallMixing
internal import Glibc
internal import Locking
internal import Synchronization

/// A thread that runs ticks.
///
/// `@unchecked Sendable`: the handle, the desk and the loop never change; the flags are atomic.
final class RunningThread: Equatable, @unchecked Sendable {
  let desk: MixingDesk
  private let handle: hookswitch_media_thread
  private let loop: MediaLoop
  private let isOver = Atomic<Bool>(false)
  /// True after another thread took over its turn; it then must not be joined.
  private let isSuperseded = Atomic<Bool>(false)

  init(_ desk: MixingDesk) throws(AudioEngineError) {
    var handle = hookswitch_media_thread()
    let loop = MediaLoop(desk)
    let code = hookswitch_media_start(&handle, MediaLoop.body, loop.context)
    guard code == 0 else { throw .thread(code) }
    self.desk = desk
    self.loop = loop
    self.handle = handle
  }

  static func == (a: RunningThread, b: RunningThread) -> Bool { a === b }

  var kernelID: Int32 { handle.kernel_id }

  /// True after `stop` or `supersede`.
  var isStopping: Bool { isOver.load(ordering: .acquiring) }

  /// True when the thread can be joined, or need not be.
  var hasEnded: Bool { loop.hasEnded || isSuperseded.load(ordering: .acquiring) }

  func raise(to priority: Int) -> AudioScheduling {
    var handle = handle
    let code = hookswitch_media_round_robin(&handle, Int32(priority))
    if code == 0 { return .realTime(priority: priority) }
    do {
      return .realTimeByRealtimeKit(priority: try RealtimeKit.raise(thread: handle.kernel_id, priority: priority))
    } catch {
      return .plain(why: "the kernel says \"\(String(cString: strerror(code)))\", and rtkit \"\(error.message)\"")
    }
  }

  /// Asks the thread to end after its present tick.
  func stop() {
    isOver.store(true, ordering: .releasing)
    loop.stop()
  }

  /// Joins the thread; call it only when `hasEnded`.
  func join() {
    guard !isSuperseded.load(ordering: .acquiring) else { return }
    var handle = handle
    hookswitch_media_join(&handle)
  }

  /// The threads that hung when another took their turn.
  ///
  /// They keep the memory of their loops for the life of the process.
  private static let abandoned = Locked<[RunningThread]>([])

  /// Takes the desk from the thread while it hangs in that clock, and abandons it; false when the clock has returned.
  func supersede(_ stuck: ClockUnderWay) -> Bool {
    guard desk.takeTurn(from: stuck) else { return false }
    Self.abandoned.withLock { $0.append(self) }
    isSuperseded.store(true, ordering: .releasing)
    stop()
    var handle = handle
    hookswitch_media_give_up(&handle)
    return true
  }
}

/// The scheduling of the audio thread.
public enum AudioScheduling: Equatable, CustomStringConvertible, Sendable {
  /// Real time granted by the kernel to this process (CAP_SYS_NICE or a limit).
  case realTime(priority: Int)
  /// Real time granted by rtkit; the kernel kills the process if one tick runs longer than 200 ms.
  case realTimeByRealtimeKit(priority: Int)
  /// Normal scheduling: ticks are late on a busy machine. `why` quotes the refusal.
  case plain(why: String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .realTime(let priority): "The audio thread runs in real time (SCHED_RR, priority \(priority))."
    case .realTimeByRealtimeKit(let priority): "The audio thread runs in real time through rtkit (SCHED_RR, priority \(priority))."
    case .plain(let why): "The audio thread has no real-time priority, and is late on a busy machine: \(why)."
    }
  }
}
