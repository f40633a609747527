internal import ConformanceReport
internal import ConformanceSupervisor
internal import Locking

/// The endless sequence of chunks that a search plays, and its results so far.
final class FuzzChunks: Sendable {
  /// The largest number of scripts in one process: each leaves a host behind, which is never freed.
  static let size = 300

  /// The scripts for one process.
  struct Chunk: Sendable {
    let kind: FuzzScript.Kind
    let first: Int
    let descriptor: String
  }

  private struct State {
    var next = 0
    var scripts = 0
    var found: (outcome: TestOutcome, script: FuzzScript)?
    var failure: ConformanceError?
  }

  private let descriptors: [String]
  private let end: ContinuousClock.Instant
  private let state = Locked(State())

  init(descriptors: [String], end: ContinuousClock.Instant) {
    self.descriptors = descriptors
    self.end = end
  }

  /// Takes the next chunk; nil when the time is over, or something was found.
  ///
  /// There is always a first chunk.
  func take() -> Chunk? {
    let number = state.withLock { state -> Int? in
      guard state.failure == nil, state.found == nil, state.next == 0 || ContinuousClock.now < end else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    guard let number else { return nil }
    // Two of three chunks play sequences, and one plays configurations.
    let (round, turn) = (number / descriptors.count).quotientAndRemainder(dividingBy: 3)
    let place = turn == 2 ? round : round * 2 + turn
    return Chunk(
      kind: turn == 2 ? .config : .sequence, first: place * Self.size, descriptor: descriptors[number % descriptors.count])
  }

  /// Counts the scripts that were played, and returns their number so far.
  func add(_ scripts: Int) -> Int {
    state.withLock { state in
      state.scripts += scripts
      return state.scripts
    }
  }

  func find(_ outcome: TestOutcome, _ script: FuzzScript) {
    state.withLock { $0.found = $0.found ?? (outcome, script) }
  }

  func fail(_ error: ConformanceError) { state.withLock { $0.failure = $0.failure ?? error } }

  var scripts: Int { state.withLock { $0.scripts } }
  var found: (outcome: TestOutcome, script: FuzzScript)? { state.withLock { $0.found } }
  var failure: ConformanceError? { state.withLock { $0.failure } }
}
