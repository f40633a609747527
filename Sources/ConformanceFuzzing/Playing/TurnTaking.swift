internal import ConformanceHarness

/// Chooses how the judge and the plugin's process take turns: the way by which scripts play faster on this machine at this moment.
///
/// With a processor for each, no turn needs a wake. Where other work wants the processors, looking for a turn burns them, and both do better on
/// one. What a script shows is the same either way.
///
/// A pure value; its owner measures.
struct TurnTaking {
  /// The number of scripts after which the way is chosen anew.
  static let round = 16
  /// The other way is tried after so many rounds, in case the machine has become another one: sooner while both share a processor.
  private static let roundsBetweenTrials: [ExecutorProcess.Turns: Int] = [.eagerly: 64, .together: 8]

  /// The way of the present round.
  private(set) var way: ExecutorProcess.Turns
  /// The nanoseconds for a step in the best round of late of each way; none before its first.
  private var costs: [ExecutorProcess.Turns: UInt64] = [:]
  /// False in the first round of a way, in which the system still moves both processes.
  private var isSettled = false
  private var rounds = 0
  private let isShared: Bool

  /// Begins with the first round.
  ///
  /// - Parameter isShared: true for one of several judges, each with a processor: it keeps to that one.
  init(isShared: Bool = false) {
    self.isShared = isShared
    way = isShared ? .together : .eagerly
  }

  /// Takes the duration of a round and the number of its steps, and chooses the way of the next one.
  /// - Returns: true if that is another way.
  mutating func finish(steps: Int, nanoseconds: UInt64) -> Bool {
    if isShared { return false }
    rounds += 1
    guard isSettled else {
      isSettled = true
      return false
    }
    // One slow round may have been another program's; several are not.
    let cost = nanoseconds / UInt64(max(1, steps))
    costs[way] = min(cost, costs[way].map { $0 + $0 / 8 + 1 } ?? .max)
    // A way that was never tried costs nothing, so that it is tried.
    let best: ExecutorProcess.Turns = costs[.together, default: 0] < costs[.eagerly, default: 0] ? .together : .eagerly
    let isTrial = rounds % Self.roundsBetweenTrials[best, default: 64] == 0
    let next: ExecutorProcess.Turns = isTrial ? (best == .eagerly ? .together : .eagerly) : best
    defer { way = next }
    isSettled = next == way
    return next != way
  }
}
