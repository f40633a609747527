package import CallControl

/// The rate limiter of one connection: a pure value.
///
/// It is the generic cell rate algorithm (ITU-T I.371): a token bucket that keeps one time instead of a count of tokens.
package struct RateLimiter: Hashable, Sendable {
  /// The judgement of one request.
  package enum Verdict: Hashable, Sendable {
    /// The request is within the rate.
    case admitted
    /// The request is refused. The door closes the connection after the answer when `isLast` is true.
    case tooFast(retryAfter: Duration, isLast: Bool)
  }

  /// The rate.
  package let limit: RateLimit
  private let refusalsInRow: Int
  /// The time at which the bucket is full again, in nanoseconds.
  private var full = Int64.min
  private var refusals = 0

  /// Creates a rate limiter with a full bucket.
  ///
  /// - Parameters:
  ///   - limit: the rate.
  ///   - refusalsInRow: the number of refusals in a row after which the connection is closed.
  package init(_ limit: RateLimit, refusalsInRow: Int) {
    self.limit = limit
    self.refusalsInRow = refusalsInRow
  }

  /// Judges a request.
  ///
  /// - Parameter now: the time.
  package mutating func judge(at now: Instant) -> Verdict {
    let interval = max(1, 1_000_000_000 / Int64(limit.perSecond))
    let start = max(full, now.nanoseconds)
    let excess = start - now.nanoseconds - interval * Int64(limit.burst - 1)
    guard excess > 0 else {
      full = start + interval
      refusals = 0
      return .admitted
    }
    refusals += 1
    return .tooFast(retryAfter: .nanoseconds(excess), isLast: refusals >= refusalsInRow)
  }
}
