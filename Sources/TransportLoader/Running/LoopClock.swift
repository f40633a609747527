internal import CLinux
internal import Glibc

/// The clock of transports: it counts while the machine sleeps.
enum LoopClock {
  /// Nanoseconds of CLOCK_BOOTTIME.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
