import CallControl
import FoundationEssentials
import Hookswitch
import Locking

/// Calls that the far end ends: each on its own line, started at an even pace.
final class HeldTraffic: Sendable {
  /// The figures of a time window.
  struct Figures {
    /// The lowest number of active calls, sampled every tenth of a second.
    let leastAtOnce: Int
    let endedPerSecond: Double
    /// The load of all threads together, in percent of one processor.
    let processorPercent: Double
  }

  private struct Counts {
    var active: Set<CallID> = []
    var begun = 0
    var ended = 0
    var failures: [String] = []
  }

  private let host: CallHost
  private let handle: Handle
  private let counts = Locked(Counts())
  private let listener = Locked<DirectListener?>(nil)

  init(_ host: CallHost, calling handle: Handle) {
    self.host = host
    self.handle = handle
    let new = DirectListener(host) { [weak self] event in self?.hear(event.body) }
    listener.withLock { $0 = new }
  }

  /// Starts so many calls a second; measures after `ramp` seconds.
  func run(callsPerSecond: Double, ramp: Int, seconds: Int) -> Figures {
    begin(callsPerSecond, for: ramp) {}
    let (time, processor) = (Stopwatch.nanoseconds, Stopwatch.processorNanoseconds)
    let endedBefore = counts.withLock { $0.ended }
    var least = Int.max
    begin(callsPerSecond, for: seconds) { least = min(least, self.counts.withLock { $0.active.count }) }
    let passed = Double(Stopwatch.nanoseconds - time)
    return Figures(
      leastAtOnce: least, endedPerSecond: Double(counts.withLock { $0.ended } - endedBefore) / (passed / 1e9),
      processorPercent: 100 * Double(Stopwatch.processorNanoseconds - processor) / passed)
  }

  /// Waits for the last calls to end, and throws when anything went wrong, because the figures are then invalid.
  func finish(during seconds: Int) throws {
    let end = Stopwatch.nanoseconds + Int64(seconds) * 1_000_000_000
    while Stopwatch.nanoseconds < end, counts.withLock({ $0.ended < $0.begun }) { Stopwatch.sleep(nanoseconds: 10_000_000) }
    listener.withLock { $0 }?.stop(host)
    let counts = counts.withLock { $0 }
    if let first = counts.failures.first { throw TrafficError("\(counts.failures.count) calls failed, the first with \(first)") }
    if counts.ended < counts.begun { throw TrafficError("\(counts.begun - counts.ended) of \(counts.begun) calls did not end") }
    let misbehaviour = host.providers.map { host.misbehaviour(of: $0.id).total }.reduce(0, +)
    if misbehaviour > 0 { throw TrafficError("the transport misbehaved \(misbehaviour) times") }
  }

  private func hear(_ event: HostEvent.Body) {
    switch event {
    case .entered(let call, .active): counts.withLock { _ = $0.active.insert(call) }
    case .ended(let call, let end):
      counts.withLock { counts in
        counts.ended += 1
        if counts.active.remove(call) == nil { counts.failures.append("\(end)") }
      }
    default: break
    }
  }

  /// Starts calls at an even pace, and runs `look` every tenth of a second.
  private func begin(_ callsPerSecond: Double, for seconds: Int, _ look: () -> Void) {
    let start = Stopwatch.nanoseconds
    var begun = 0
    var nextLook = start
    while true {
      let now = Stopwatch.nanoseconds
      if now - start >= Int64(seconds) * 1_000_000_000 { return }
      let due = Int(Double(now - start) * callsPerSecond / 1e9)
      while begun < due {
        dial()
        begun += 1
      }
      if now >= nextLook {
        look()
        nextLook += 100_000_000
      }
      Stopwatch.sleep(nanoseconds: 1_000_000)
    }
  }

  private func dial() {
    let number = counts.withLock { counts in
      counts.begun += 1
      return counts.begun
    }
    let controller = CallController(host: host, line: LineID(rawValue: "line \(number)"))
    let action = StartCallAction(call: CoreScript.call(UInt64(number)), handle: handle)
    controller.submit(Transaction(action: action)) { [self] news in
      switch news {
      case .refused(let error), .failed(let error), .performed(_, let error?):
        counts.withLock { counts in
          counts.ended += 1
          counts.failures.append("\(error)")
        }
      case .performed, .alreadyEnded, .accepted, .done: break
      }
    }
  }
}
