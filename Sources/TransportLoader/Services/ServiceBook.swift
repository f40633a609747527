/// The unanswered service orders of an instance.
///
/// A value behind the instance's lock. Every order is answered exactly once, even when the instance goes or hangs.
struct ServiceBook: Sendable {
  typealias Answer = Result<[UInt8], TransportFault>
  typealias Completion = @Sendable (Answer) -> Void

  private var waiting: [UInt64: Completion] = [:]
  private var lastTicket: UInt64 = 0
  private var isOver = false

  /// The answer when the instance does not run, or hangs.
  static let gone = Answer.failure(.notRunning)

  /// Records an order and returns its ticket; nil when the instance is gone and cannot answer.
  mutating func book(_ completion: @escaping Completion) -> UInt64? {
    guard !isOver else { return nil }
    lastTicket += 1
    waiting[lastTicket] = completion
    return lastTicket
  }

  /// Returns the completion of an order; nil when it was answered already.
  mutating func take(_ ticket: UInt64) -> Completion? { waiting.removeValue(forKey: ticket) }

  /// Notes that the instance is gone, and returns the unanswered completions.
  mutating func close() -> [Completion] {
    isOver = true
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
