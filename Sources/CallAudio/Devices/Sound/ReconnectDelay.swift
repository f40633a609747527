/// How long to wait before the sound server is asked again: 0.5 s, then twice as long each time, 10 s at most.
struct ReconnectDelay {
  private var next = 500_000

  /// The microseconds to wait this time.
  mutating func wait() -> UInt64 {
    defer { next = min(next * 2, 10_000_000) }
    return UInt64(next)
  }

  /// The server has answered: the next wait is the shortest again.
  mutating func succeeded() { next = 500_000 }
}
