internal import CLinux
internal import Glibc

/// The clock of transports, which goes on while the machine sleeps.
enum LoopClock {
  /// The time in nanoseconds of CLOCK_BOOTTIME.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
