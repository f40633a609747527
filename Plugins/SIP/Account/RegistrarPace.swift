/// The rate limiter of the first and the last REGISTER of accounts at one registrar: 200 a second from this process.
///
/// A node that takes over the lines of another one registers thousands of accounts at once, and one that is cut off withdraws as many. The
/// stack spreads the regular ones itself.
enum RegistrarPace {
  /// The time between two REGISTERs to one registrar, in nanoseconds.
  private static let interval: UInt64 = 5_000_000
  /// The number of registrars after which those without a recent REGISTER are forgotten.
  private static let limit = 1_024

  /// The time of the next turn on the host's clock, by registrar.
  ///
  /// `nonisolated(unsafe)`: only the host's loop uses it.
  nonisolated(unsafe) private static var next: [String: UInt64] = [:]

  /// Takes the next turn at a registrar, and returns the time until it.
  ///
  /// - Parameter now: the host's clock, in nanoseconds.
  static func wait(at registrar: String, now: UInt64) -> Duration {
    if next.count >= limit { next = next.filter { $0.value > now } }
    let turn = max(next[registrar] ?? now, now)
    next[registrar] = turn + interval
    return .nanoseconds(turn - now)
  }
}
