internal import ConformanceReport
internal import Locking
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs the same work on several threads, which share it among themselves.
package enum Workers {
  /// Runs `work` on the calling thread and `count - 1` others, and returns when all have returned.
  ///
  /// If the system gives fewer threads, those do the work.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) throws(ConformanceError) {
    let finished = try Pipe()
    let end = finished.writing
    var others = 0
    while others < count - 1,
      OSThread.start(
        "conform-worker",
        {
          work()
          var byte: UInt8 = 1
          _ = write(end, &byte, 1)
        })
    {
      others += 1
    }
    work()
    wait(for: others, at: finished.reading)
  }

  /// Waits until that many workers have written their byte.
  private static func wait(for workers: Int, at descriptor: Int32) {
    var left = workers
    while left > 0 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      var byte: UInt8 = 0
      if read(descriptor, &byte, 1) == 1 { left -= 1 }
    }
  }
}

/// The planned tests that several workers share, and the outcome of each.
final class SharedWork: Sendable {
  private struct State {
    var next = 0
    var outcomes: [(TestOutcome, trace: [UInt8])?]
    var failure: ConformanceError?
  }

  private let state: Locked<State>

  init(count: Int) { state = Locked(State(outcomes: Array(repeating: nil, count: count))) }

  /// Takes the next test; nil when there is none, or the run has failed.
  func take() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < state.outcomes.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, _ outcome: TestOutcome, _ trace: [UInt8]) {
    state.withLock { $0.outcomes[index] = (outcome, trace) }
  }

  func fail(_ error: ConformanceError) { state.withLock { $0.failure = $0.failure ?? error } }

  var failure: ConformanceError? { state.withLock { $0.failure } }

  /// The outcomes so far, in the order of the plan.
  var outcomes: [TestOutcome] { state.withLock { $0.outcomes.compactMap { $0?.0 } } }

  var trace: [(test: String, events: [UInt8])] {
    state.withLock { $0.outcomes.compactMap { done in done.flatMap { $0.trace.isEmpty ? nil : ($0.0.id, $0.trace) } } }
  }
}
