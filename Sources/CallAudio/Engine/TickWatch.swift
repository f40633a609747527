internal import CMediaThread
internal import CallMixing
internal import Glibc

/// Detects that the audio thread hangs in a transport's clock.
///
/// Waiting for a processor is not hanging: the thread must sleep inside the clock, or use the processor there, for three ticks.
struct TickWatch {
  /// The time limit for a clock: three ticks, in nanoseconds.
  static let patience = 3 * TickGrid.period

  private struct Suspicion {
    var clock: ClockUnderWay
    var since: UInt64
    var processorTime: UInt64
    /// The number of consecutive looks that found the thread asleep.
    var sleeps = 0
  }

  private var suspicion: Suspicion?

  /// The milliseconds until the next look, fewer while a clock is under suspicion.
  var pause: CInt { suspicion == nil ? 60 : 20 }

  /// Returns the clock that the thread hangs in; nil while there is none, or the limit has not passed.
  mutating func look(at desk: MixingDesk, _ thread: Int32) -> ClockUnderWay? {
    guard let clock = desk.clockUnderWay else {
      suspicion = nil
      return nil
    }
    let state = ThreadState(of: thread)
    let now = hookswitch_monotonic_ns()
    guard var suspicion, suspicion.clock == clock else {
      self.suspicion = Suspicion(clock: clock, since: now, processorTime: state.processorTime)
      return nil
    }
    suspicion.sleeps = state.isAsleep ? suspicion.sleeps + 1 : 0
    self.suspicion = suspicion
    guard now - suspicion.since >= Self.patience else { return nil }
    let isBusy = state.processorTime >= suspicion.processorTime + Self.patience
    return isBusy || suspicion.sleeps >= 3 ? clock : nil
  }
}

/// The kernel's report on a thread of this process.
private struct ThreadState {
  /// True when the thread waits for something other than a processor.
  var isAsleep = true
  /// The nanoseconds of processor time used; 0 where the kernel does not count them.
  var processorTime: UInt64 = 0

  init(of thread: Int32) {
    // The format is "PID (NAME) STATE …". NAME may contain anything, so search for the last parenthesis.
    if let text = Self.read("/proc/self/task/\(thread)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.count {
      isAsleep = text[end + 2] != UInt8(ascii: "R")
    }
    if let text = Self.read("/proc/self/task/\(thread)/schedstat") {
      processorTime = text.prefix { $0 != UInt8(ascii: " ") }.reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}

/// A detached thread that runs one function.
enum MediaWatchThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the thread; returns the system's errno, 0 for success.
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let job = Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let code = hookswitch_start_thread(&thread, run, job.toOpaque())
    guard code == 0 else {
      job.release()
      return code
    }
    pthread_detach(thread)
    return 0
  }

  fileprivate static func perform(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
  }
}

private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { MediaWatchThread.perform(argument) }
  return nil
}
