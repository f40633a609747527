internal import CallMixing
internal import Glibc
internal import Locking

/// Runs the audio thread of one desk, from start to stop.
final class MediaThread: Sendable {
  /// Below rtkit's default limit of 20.
  static let priority = 10

  private let state = Locked(State.idle)
  private let listener = Locked<@Sendable (ClockUnderWay) -> Void>({ _ in })

  /// Sets the listener for a clock that never returned; it runs before another thread runs the next tick.
  func whenClockHangs(_ listener: @escaping @Sendable (ClockUnderWay) -> Void) { self.listener.withLock { $0 = listener } }

  private func lose(_ clock: ClockUnderWay) { listener.withLock { $0 }(clock) }

  private enum State: Sendable {
    case idle
    /// A thread that does not hold the lock is creating it.
    case starting
    /// Stopped while being created; its creator ends it.
    case abandoned
    case running(RunningThread, AudioScheduling)
  }

  /// The thread's scheduling; nil while there is no thread.
  var scheduling: AudioScheduling? {
    state.withLock { state in
      switch state {
      case .idle, .abandoned: nil
      case .starting: Self.unasked
      case .running(_, let scheduling): scheduling
      }
    }
  }

  /// Starts the thread, and requests real time from the kernel, then from rtkit.
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
    if isWanted { watch(thread, desk, wantsRealTime: wantsRealTime) } else { end(thread) }
    return scheduling
  }

  /// Stops the thread and waits for the last tick.
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
    if let running { end(running) }
  }

  // MARK: Ticks that hang

  /// Watches the thread for hung clocks, on another thread, until it is stopped.
  private func watch(_ thread: RunningThread, _ desk: MixingDesk, wantsRealTime: Bool) {
    _ = MediaWatchThread.start { [weak self] in
      var watch = TickWatch()
      while !thread.isStopping {
        poll(nil, 0, watch.pause)
        guard let stuck = watch.look(at: desk, thread.kernelID), !thread.isStopping else { continue }
        guard let self, self.replace(thread, stuck, desk, wantsRealTime: wantsRealTime) else { return }
        return
      }
    }
  }

  /// Replaces a thread that hangs in a clock; false when the clock has returned or the thread is no longer needed.
  private func replace(_ thread: RunningThread, _ stuck: ClockUnderWay, _ desk: MixingDesk, wantsRealTime: Bool) -> Bool {
    guard thread.supersede(stuck) else {
      watch(thread, desk, wantsRealTime: wantsRealTime)
      return false
    }
    lose(stuck)
    guard let next = try? RunningThread(desk) else {
      state.withLock { if case .running(thread, _) = $0 { $0 = .idle } }
      return false
    }
    let scheduling = wantsRealTime ? next.raise(to: Self.priority) : .plain(why: "nobody asked for more")
    let isWanted = state.withLock { state -> Bool in
      guard case .running(thread, _) = state else { return false }
      state = .running(next, scheduling)
      return true
    }
    if isWanted { watch(next, desk, wantsRealTime: wantsRealTime) } else { end(next) }
    return true
  }

  /// Stops a thread, and waits until its last tick ends or hangs.
  private func end(_ thread: RunningThread) {
    thread.stop()
    var watch = TickWatch()
    while !thread.hasEnded {
      poll(nil, 0, 2)
      guard let stuck = watch.look(at: thread.desk, thread.kernelID), thread.supersede(stuck) else { continue }
      return lose(stuck)
    }
    thread.join()
  }

  private static let unasked = AudioScheduling.plain(why: "more is being asked for")
}
