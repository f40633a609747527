/// The questions whose answers a wire looks for, and the times of its looks.
///
/// A pure value. Looks end with the last answer, or after a row of looks in vain: the store asks again by then, and that is a new question.
package struct AnswerLooks: Sendable {
  /// The times between two looks in vain, in milliseconds.
  private static let times = [8, 8, 16, 32] + Array(repeating: 50, count: 20)

  private var awaited: Set<UInt64> = []
  /// The number of looks since the last answer or question; nil while no look is due.
  private var looks: Int?
  private let limit: Int

  /// Creates looks without a question.
  ///
  /// - Parameter limit: the largest number of questions; beyond it, those that have waited for long are forgotten.
  package init(limit: Int) { self.limit = limit }

  /// Notes a question; returns true where the looks begin with it.
  package mutating func ask(_ number: UInt64) -> Bool {
    // The answers that never come must not add up.
    if awaited.count >= limit { awaited = [] }
    awaited.insert(number)
    defer { looks = 0 }
    return looks == nil
  }

  /// Notes an answer: one to a question that is forgotten leaves the others.
  package mutating func take(_ number: UInt64?) {
    if let number { awaited.remove(number) }
    looks = 0
  }

  /// Returns the time until the next look; nil when no look is due.
  package mutating func next() -> Duration? {
    guard !awaited.isEmpty, let count = looks, count < Self.times.count else {
      awaited.removeAll(keepingCapacity: true)
      looks = nil
      return nil
    }
    looks = count + 1
    return .milliseconds(Self.times[count])
  }
}
