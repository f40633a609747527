internal import Glibc
internal import Synchronization

/// The clock of the plugins in this process: the system's, or one that the conformance kit sets.
///
/// It is the process's and not a loop's, so that `now_ns` needs no lock. Only a runner that the kit has started has a clock that is set.
enum PluginClock {
  /// The time that the kit has set; 0 while the system's clock counts.
  private static let manual = Atomic<UInt64>(0)

  /// True when the kit sets the time.
  static var isManual: Bool { manual.load(ordering: .relaxed) != 0 }

  /// The time in nanoseconds. [any]
  static func now() -> UInt64 {
    let time = manual.load(ordering: .acquiring)
    return time == 0 ? LoopClock.now() : time
  }

  /// Sets the time; it never goes back.
  static func set(to time: UInt64) { manual.max(time, ordering: .acquiringAndReleasing) }
}

/// The clock of transports, which goes on while the machine sleeps.
enum LoopClock {
  /// The time in nanoseconds of CLOCK_BOOTTIME.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The time in nanoseconds of CLOCK_MONOTONIC, which stands while the machine sleeps.
  static func awake() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
