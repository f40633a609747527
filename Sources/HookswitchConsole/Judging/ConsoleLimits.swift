/// The limits of the console.
package struct ConsoleLimits: Equatable, Sendable {
  /// The largest number of connections of browsers.
  package var connections = 64
  /// The largest number of WebSockets of one person's session.
  package var perPerson = 16
  /// The largest message of a browser, in bytes.
  package var message = 65_536
  /// The largest body of a request, in bytes.
  package var body = 1_024
  /// The requests of a WebSocket for each second.
  package var rate = 50
  /// The largest number of requests of a WebSocket without an answer.
  package var depth = 32
  /// The bytes for a browser above which the console reads no more from the daemon, which then keeps only the newest states.
  package var queue = 1 << 20

  /// Creates the usual limits.
  package init() {}
}

/// The budget of a WebSocket's requests.
///
/// A pure value.
struct ConsoleBudget: Sendable {
  private let limits: ConsoleLimits
  /// The requests without an answer.
  private(set) var open = 0
  /// The requests that may be made at once, in thousandths.
  private var credit: Int
  private var last: UInt64 = 0

  init(_ limits: ConsoleLimits) {
    self.limits = limits
    credit = limits.rate * 1_000
  }

  /// Takes a request; returns the word of a refusal.
  ///
  /// - Parameter now: the monotonic time in nanoseconds.
  mutating func take(at now: UInt64) -> String? {
    let passed = last == 0 ? 0 : min((now - min(last, now)) / 1_000_000, 1_000)
    last = now
    credit = min(credit + Int(passed) * limits.rate, limits.rate * 1_000)
    guard credit >= 1_000 else { return "tooFast" }
    guard open < limits.depth else { return "tooMany" }
    credit -= 1_000
    open += 1
    return nil
  }

  /// Notes an answer.
  mutating func answered() { open = max(0, open - 1) }
}
