internal import CMediaThread
internal import Glibc
internal import Locking

/// The audio thread of one desk, from start to stop.
final class MediaThread: Sendable {
  /// As high as rtkit goes by itself, and no higher than a sound server's own.
  static let priority = 10

  private let state = Locked(State.idle)

  private enum State: Sendable {
    case idle
    /// It is being made, by a thread that does not hold the lock.
    case starting
    /// Stopped before it was there: whoever makes it ends it.
    case abandoned
    case running(RunningThread, AudioScheduling)
  }

  /// How the system treats it; nil while there is none.
  var scheduling: AudioScheduling? {
    state.withLock { state in
      switch state {
      case .idle, .abandoned: nil
      case .starting: Self.unasked
      case .running(_, let scheduling): scheduling
      }
    }
  }

  /// Starts it, and asks for as much priority as there is to be had: of the kernel, then of rtkit.
  func start(_ desk: MixingDesk, wantsRealTime: Bool) throws(AudioEngineError) -> AudioScheduling {
    let present = state.withLock { state -> AudioScheduling? in
      switch state {
      case .running(_, let scheduling): return scheduling
      case .starting, .abandoned:
        state = .starting
        return Self.unasked
      case .idle:
        state = .starting
        return nil
      }
    }
    if let present { return present }
    let thread: RunningThread
    do { thread = try RunningThread(desk) } catch {
      state.withLock { $0 = .idle }
      throw error
    }
    let scheduling = wantsRealTime ? thread.raise(to: Self.priority) : .plain(why: "nobody asked for more")
    let isWanted = state.withLock { state -> Bool in
      guard case .starting = state else {
        state = .idle
        return false
      }
      state = .running(thread, scheduling)
      return true
    }
    if !isWanted { thread.end() }
    return scheduling
  }

  /// Ends it; comes back when no tick runs any more.
  func stop() {
    let running = state.withLock { state -> RunningThread? in
      switch state {
      case .idle, .abandoned: return nil
      case .starting:
        state = .abandoned
        return nil
      case .running(let thread, _):
        state = .idle
        return thread
      }
    }
    running?.end()
  }

  private static let unasked = AudioScheduling.plain(why: "more is being asked for")
}

/// A thread that runs ticks.
///
/// `@unchecked Sendable`: two numbers that name a thread, and what it runs; none of them ever changes.
private struct RunningThread: @unchecked Sendable {
  private let handle: hookswitch_media_thread
  private let loop: MediaLoop

  init(_ desk: MixingDesk) throws(AudioEngineError) {
    var handle = hookswitch_media_thread()
    loop = MediaLoop(desk)
    let code = hookswitch_media_start(&handle, MediaLoop.body, loop.context)
    guard code == 0 else { throw .thread(code) }
    self.handle = handle
  }

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

  func end() {
    loop.stop()
    var handle = handle
    hookswitch_media_join(&handle)
  }
}
