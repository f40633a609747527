internal import Glibc

/// The system's clocks.
enum RealClock {
  /// Nanoseconds of CLOCK_MONOTONIC.
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds of processor time that this process has used, on all its threads.
  static var processorTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds that the calling thread was ready to run but had no processor, as on a busy machine.
  static var waited: UInt64 {
    let words = String(decoding: FileBytes.read("/proc/thread-self/schedstat") ?? [], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? UInt64(words[1]) ?? 0 : 0
  }

  /// Returns the nanoseconds that `body` took, without those that the thread waited for a processor.
  static func timing(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = now
    let before = waited
    try body()
    let taken = now - start
    return taken - min(taken, waited - before)
  }
}
