/// Who waits for an answer to a `ServiceOrder`.
///
/// A value behind the instance's lock. Every order is answered exactly once, whatever becomes of the instance.
struct ServiceBook: Sendable {
  typealias Answer = Result<[UInt8], TransportFault>
  typealias Completion = @Sendable (Answer) -> Void

  private var waiting: [UInt64: Completion] = [:]
  private var lastTicket: UInt64 = 0
  private var isOver = false

  /// The instance does not run, or hangs.
  static let gone = Answer.failure(TransportFault(code: -4, message: "it does not run"))

  /// Books an order; nil when the instance is gone, and nobody would answer.
  mutating func book(_ completion: @escaping Completion) -> UInt64? {
    guard !isOver else { return nil }
    lastTicket += 1
    waiting[lastTicket] = completion
    return lastTicket
  }

  /// Who waits for this order; nil when it was answered already.
  mutating func take(_ ticket: UInt64) -> Completion? { waiting.removeValue(forKey: ticket) }

  /// The instance is gone; answers who still waits.
  mutating func close() -> [Completion] {
    isOver = true
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
