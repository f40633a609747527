internal import CLinux
internal import Glibc
internal import Locking
internal import Synchronization

/// A thread that detects plugin functions that do not return.
///
/// It sleeps while no loop calls a plugin.
final class LoopWatchdog: Sendable {
  /// The process's watchdog.
  static let shared = LoopWatchdog()

  private struct Ward {
    let loop: EventLoop
    var sample: UInt64
    var since: UInt64
  }

  private let wards = Locked<[Ward]>([])
  private let isAsleep = Atomic<Bool>(true)
  /// Nil when no file descriptor was left: the watchdog then looks every 25 ms.
  private let wake = EventDescriptor()

  private init() {
    _ = OSThread.start("transport-watch") { [self] in watch() }
  }

  /// Watches a loop until its thread ends.
  func add(_ loop: EventLoop) {
    wards.withLock { $0.append(Ward(loop: loop, sample: loop.watch.sample, since: LoopClock.awake())) }
    stir()
  }

  /// Stops watching a loop whose thread ends.
  func remove(_ loop: EventLoop) {
    wards.withLock { $0.removeAll { $0.loop === loop } }
  }

  /// Wakes the watchdog if it sleeps; called whenever a plugin function is entered.
  @inline(__always)
  func stir() {
    if isAsleep.load(ordering: .sequentiallyConsistent), isAsleep.exchange(false, ordering: .sequentiallyConsistent) { wake?.signal() }
  }

  private func watch() {
    while true {
      let patience: Int32 = isAsleep.load(ordering: .sequentiallyConsistent) ? -1 : 25
      if let wake { wake.wait(milliseconds: patience) } else { usleep(25_000) }
      let (late, isBusy) = look()
      for (loop, sample) in late {
        if let call = loop.watch.condemn(ifStill: sample) { loop.abandon(in: call) }
      }
      if !isBusy {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // A loop that entered a function before the store saw the watchdog awake and did not wake it: look once more.
        if look().isBusy { stir() }
      }
    }
  }

  /// Returns the loops that are late, and true when any loop was busy since the last look.
  private func look() -> (late: [(EventLoop, UInt64)], isBusy: Bool) {
    let now = LoopClock.awake()
    return wards.withLock { wards in
      wards.removeAll { $0.loop.watch.isCondemned }
      var late: [(EventLoop, UInt64)] = []
      var isBusy = false
      for index in wards.indices {
        let loop = wards[index].loop
        let sample = loop.watch.sample
        if sample != wards[index].sample {
          wards[index].sample = sample
          wards[index].since = now
          isBusy = true
        } else if CallWatch.isInside(sample) {
          isBusy = true
          if now - wards[index].since > loop.patience { late.append((loop, sample)) }
        }
      }
      return (late, isBusy)
    }
  }
}
