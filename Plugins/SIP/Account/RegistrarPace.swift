/// The rate limiter of the first REGISTER of accounts at one registrar: 200 a second from this process.
///
/// A node that takes over the lines of another one registers thousands of accounts at once. The stack spreads the regular ones itself.
enum RegistrarPace {
  /// The time between two REGISTERs to one registrar.
  static let interval = Duration.milliseconds(5)
  /// The number of registrars after which those without a recent REGISTER are forgotten.
  private static let limit = 1_024

  /// The time of the next turn, by registrar.
  ///
  /// `nonisolated(unsafe)`: only the host's loop uses it.
  nonisolated(unsafe) private static var next: [String: ContinuousClock.Instant] = [:]

  /// Takes the next turn at a registrar, and returns the time until it.
  static func wait(at registrar: String, now: ContinuousClock.Instant = .now) -> Duration {
    if next.count >= limit { next = next.filter { $0.value > now } }
    let turn = max(next[registrar] ?? now, now)
    next[registrar] = turn + interval
    return turn - now
  }
}
