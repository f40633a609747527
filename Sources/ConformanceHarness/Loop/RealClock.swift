internal import Glibc

/// The system's clocks.
package enum RealClock {
  /// Nanoseconds of CLOCK_MONOTONIC.
  package static var now: UInt64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds of processor time that the plugin's process and this one have used, on all their threads.
  package static var processorTime: UInt64 {
    read(CLOCK_PROCESS_CPUTIME_ID) + (ExecutorProcess.clock.map(read) ?? 0)
  }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds that the calling thread was ready to run but had no processor, as on a busy machine.
  ///
  /// With those of the main thread of the plugin's process, which runs the plugin's functions on the loop.
  static var waited: UInt64 {
    waited("/proc/thread-self") + (ExecutorProcess.isUsed ? waited(ExecutorProcess.folder) : 0)
  }

  private static func waited(_ folder: String) -> UInt64 {
    let words = String(decoding: FileBytes.read("\(folder)/schedstat") ?? [], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? UInt64(words[1]) ?? 0 : 0
  }

  /// Returns the nanoseconds that `body` took, without those that the thread waited for a processor.
  package static func timing(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = now
    let before = waited
    try body()
    let taken = now - start
    return taken - min(taken, waited - before)
  }
}

extension Duration {
  /// The duration in nanoseconds: 0 if negative, `.max` if too long.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = UInt64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowsAgain) = whole.addingReportingOverflow(UInt64(max(0, attoseconds)) / 1_000_000_000)
    return overflows || overflowsAgain ? .max : sum
  }
}
