import Glibc

/// Reads the clocks with the least overhead.
enum Stopwatch {
  /// The monotonic clock.
  static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// The processor time of all threads of the process.
  static var processorNanoseconds: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time of the calling thread.
  static var threadProcessorNanoseconds: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of all threads of another process; 0 when there is no such process.
  static func processorNanoseconds(of process: pid_t) -> Int64 {
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? read(clock) : 0
  }

  /// Sleeps for at least this time.
  static func sleep(nanoseconds: Int64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The cost of one reading: the minimum of many pairs.
  static let overhead: Int64 = {
    var least = Int64.max
    for _ in 0..<10_000 {
      let start = nanoseconds
      least = min(least, nanoseconds - start)
    }
    return least
  }()
}
