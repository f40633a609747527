internal import CallControl
internal import HostSurface
internal import Locking
internal import TransportLoader

/// Pings the host's threads, and tells systemd's watchdog when all have answered: a thin shell over `Watchdog`.
package final class WatchdogKeeper: Sendable {
  /// Sends a ping through a thread: the function that it gets must be called on that thread.
  package typealias Ping = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

  private struct Content: Sendable {
    var watchdog: Watchdog
    var pings: [String: Ping] = [:]
    var isStopped = false
  }

  private let notifier: SystemdNotifier
  private let log: DoorLog
  private let content: Locked<Content>
  private let signal: EventDescriptor

  /// Starts the keeper's thread; nil when the system has no thread or descriptor left.
  ///
  /// - Parameters:
  ///   - period: the period of systemd's watchdog.
  ///   - notifier: the way to systemd.
  ///   - log: receives the names of threads that do not answer in time.
  package init?(period: Duration, notifier: SystemdNotifier, log: @escaping DoorLog) {
    guard let signal = EventDescriptor() else { return nil }
    self.notifier = notifier
    self.log = log
    self.signal = signal
    content = Locked(Content(watchdog: Watchdog(period: period)))
    // The thread must not keep the keeper alive.
    guard OSThread.start("watchdog", { [weak self, signal] in while let wait = self?.turn() { signal.wait(milliseconds: wait) } })
    else { return nil }
  }

  deinit { stop() }

  /// Watches a thread.
  ///
  /// - Parameters:
  ///   - thread: its name, for the log.
  ///   - ping: sends a ping through it.
  package func watch(_ thread: String, ping: @escaping Ping) {
    content.withLock { content in
      content.pings[thread] = ping
      content.watchdog.add(thread)
    }
  }

  /// Watches a thread no more, because it ends.
  ///
  /// - Parameter thread: its name.
  package func forget(_ thread: String) {
    let effects = content.withLock { content in
      content.pings[thread] = nil
      return content.watchdog.remove(thread, at: SocketLoop.now)
    }
    run(effects)
  }

  /// Ends the keeper's thread.
  ///
  /// Systemd hears nothing more.
  package func stop() {
    content.withLock { $0.isStopped = true }
    signal.signal()
  }

  /// Does what is due, and returns the milliseconds until the next step; nil when the thread must end.
  private func turn() -> Int32? {
    let (effects, wait, isStopped) = content.withLock { content in
      let now = SocketLoop.now
      let effects = content.watchdog.step(at: now)
      let rest = content.watchdog.next.map { now.duration(to: $0) } ?? .zero
      return (effects, Int32(clamping: rest.wholeNanoseconds / 1_000_000 + 1), content.isStopped)
    }
    if isStopped { return nil }
    run(effects)
    return wait
  }

  private func run(_ effects: [Watchdog.Effect]) {
    for effect in effects {
      switch effect {
      case .alive: notifier.alive()
      case .late(let threads): log(.error, "no answer to the watchdog's ping from \(threads.joined(separator: ", "))")
      case .ping(let thread):
        let ping = content.withLock { $0.pings[thread] }
        ping? { [weak self] in self?.answered(thread) }
      }
    }
  }

  private func answered(_ thread: String) {
    let effects = content.withLock { content in
      content.isStopped ? [] : content.watchdog.answered(thread, at: SocketLoop.now)
    }
    run(effects)
  }
}
