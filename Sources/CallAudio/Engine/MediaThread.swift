internal import CallMixing
internal import Glibc
internal import Locking

/// Runs the audio thread of one desk, from start to stop.
final class MediaThread: Sendable {
  /// Below rtkit's default limit of 20.
  static let priority = 10

  /// The system's threads; tests replace them to let it refuse one.
  struct Threads: Sendable {
    var start: @Sendable (MixingDesk) throws(AudioEngineError) -> RunningThread = { desk throws(AudioEngineError) in
      try RunningThread(desk)
    }
    /// Starts the thread that watches for hung clocks; returns an errno, 0 for success.
    var watch: @Sendable (@escaping @Sendable () -> Void) -> Int32 = { MediaWatchThread.start($0) }
  }

  private let threads: Threads
  private let state = Locked(State.idle)
  private let listener = LockedFunction<@Sendable (ClockUnderWay) -> Void>()

  init(threads: Threads = Threads()) { self.threads = threads }

  /// Sets the listener for a clock that never returned; it runs before another thread runs the next tick.
  func whenClockHangs(_ listener: @escaping @Sendable (ClockUnderWay) -> Void) { self.listener.set(listener) }

  private func lose(_ clock: ClockUnderWay) { listener.value?(clock) }

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
    do { thread = try threads.start(desk) } catch {
      state.withLock { $0 = .idle }
      throw error
    }
    let scheduling = wantsRealTime ? thread.raise(to: Self.priority) : .plain(why: "real time was not requested")
    let isWanted = state.withLock { state -> Bool in
      guard case .starting = state else {
        state = .idle
        return false
      }
      state = .running(thread, scheduling)
      return true
    }
    guard isWanted else {
      end(thread)
      return scheduling
    }
    let code = watch(thread, desk, wantsRealTime: wantsRealTime)
    guard code == 0 else {
      // Without a watch, one hung clock would silence all calls for good.
      if leave(thread) { end(thread) }
      throw .thread(code)
    }
    return scheduling
  }

  /// Returns to the idle state if that thread runs; false when `stop` has taken the thread.
  private func leave(_ thread: RunningThread) -> Bool {
    state.withLock { state in
      guard case .running(thread, _) = state else { return false }
      state = .idle
      return true
    }
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

  /// Watches the thread and its replacements for hung clocks, on another thread, until the last one is stopped.
  ///
  /// Returns the system's errno when it starts no such thread, else 0.
  private func watch(_ first: RunningThread, _ desk: MixingDesk, wantsRealTime: Bool) -> Int32 {
    threads.watch { [weak self] in
      var thread = first
      var watch = TickWatch()
      while !thread.isStopping {
        poll(nil, 0, watch.pause)
        guard let stuck = watch.look(at: desk, thread.kernelID), !thread.isStopping, thread.supersede(stuck) else { continue }
        self?.lose(stuck)
        var next: RunningThread?
        while next == nil {
          guard let self, self.isRunning(thread) else { return }
          next = self.replacement(of: thread, desk, wantsRealTime: wantsRealTime)
          // The system starts no thread now: try again, as calls are silent until there is one.
          if next == nil { poll(nil, 0, watch.pause) }
        }
        guard let next else { return }
        thread = next
        watch = TickWatch()
      }
    }
  }

  /// True until another thread takes over or `stop` is called.
  private func isRunning(_ thread: RunningThread) -> Bool {
    state.withLock { if case .running(thread, _) = $0 { true } else { false } }
  }

  /// Starts a thread in place of one that hangs; nil when the system starts none, or `stop` was called.
  private func replacement(of thread: RunningThread, _ desk: MixingDesk, wantsRealTime: Bool) -> RunningThread? {
    let next: RunningThread
    do throws(AudioEngineError) { next = try threads.start(desk) } catch {
      state.withLock { if case .running(thread, _) = $0 { $0 = .running(thread, .plain(why: "\(error) It tries again.")) } }
      return nil
    }
    let scheduling = wantsRealTime ? next.raise(to: Self.priority) : .plain(why: "real time was not requested")
    let isWanted = state.withLock { state -> Bool in
      guard case .running(thread, _) = state else { return false }
      state = .running(next, scheduling)
      return true
    }
    guard isWanted else {
      end(next)
      return nil
    }
    return next
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

  private static let unasked = AudioScheduling.plain(why: "the request for real time is under way")
}
