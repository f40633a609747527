internal import CLinux
package import CallStore
internal import Dispatch
internal import Glibc
internal import Locking

/// An alarm at a time of the wall clock.
package protocol WallAlarm: AnyObject, Sendable {
  /// Sets the receiver, which the alarm calls at its time, and when the clock is set. Call it once, before `set(_:)`.
  func onRing(_ receiver: @escaping @Sendable () -> Void)
  /// Sets the time in place of an earlier one; nil for no time, which costs no wake-up.
  func set(_ time: WallTime?)
  /// Ends the alarm.
  func cancel()
}

/// A dispatch source that a class keeps.
struct HeldSource: @unchecked Sendable {  // Dispatch sources may be used on any thread.
  private let source: any DispatchSourceProtocol

  init(_ source: any DispatchSourceProtocol) {
    self.source = source
  }

  func cancel() {
    source.cancel()
  }
}

/// An alarm of the system's clock (`timerfd_create(2)`), which also rings when a program sets the clock while a time is set.
final class SystemWallAlarm: WallAlarm {
  private let timer: CInt
  private let source = Locked<HeldSource?>(nil)
  private let queue: DispatchQueue

  /// Creates an alarm whose receiver runs on a queue; without a descriptor it never rings.
  ///
  /// - Parameter queue: the queue of the receiver.
  init(on queue: DispatchQueue) {
    self.queue = queue
    timer = timerfd_create(CLOCK_REALTIME, hookswitch_timerfd_flags)
  }

  func onRing(_ receiver: @escaping @Sendable () -> Void) {
    guard timer >= 0 else { return }
    let timer = timer
    let source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: queue)
    source.setEventHandler {
      var count: UInt64 = 0
      // It fails with ECANCELED when the clock was set, which is a reason to look again as well.
      let size = read(timer, &count, MemoryLayout<UInt64>.size)
      if size > 0 || errno == ECANCELED { receiver() }
    }
    source.setCancelHandler { close(timer) }
    source.activate()
    self.source.withLock { $0 = HeldSource(source) }
  }

  func set(_ time: WallTime?) {
    var setting = itimerspec()
    if let time {
      let milliseconds = max(time.milliseconds, 1)
      setting.it_value.tv_sec = Int(milliseconds / 1_000)
      setting.it_value.tv_nsec = Int(milliseconds % 1_000) * 1_000_000
    }
    source.withLock { source in
      guard source != nil else { return }
      timerfd_settime(timer, hookswitch_timerfd_absolute | hookswitch_timerfd_cancel_on_set, &setting, nil)
    }
  }

  func cancel() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }

  deinit {
    // The cancelled source closes the descriptor.
    cancel()
  }
}
