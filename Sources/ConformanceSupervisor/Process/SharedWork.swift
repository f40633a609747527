internal import ConformanceReport
internal import Locking

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
