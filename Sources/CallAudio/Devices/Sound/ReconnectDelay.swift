/// The delay before the next connection attempt: 0.5 s, doubled each time up to 10 s.
struct ReconnectDelay {
  private var next = 500_000

  /// Returns the delay in microseconds and doubles the next.
  mutating func wait() -> UInt64 {
    defer { next = min(next * 2, 10_000_000) }
    return UInt64(next)
  }

  /// Resets the delay after a successful connection.
  mutating func succeeded() { next = 500_000 }
}
