import CMallocCount

/// What the process allocated while a body ran, on any thread.
struct Allocations {
  let count: Int
  let liveBytes: Int

  /// Runs `body` and counts.
  static func during<Result>(_ body: () throws -> Result) rethrows -> (result: Result, allocations: Allocations) {
    let before = malloc_count_read()
    malloc_count_enable(1)
    defer { malloc_count_enable(0) }
    let result = try body()
    malloc_count_enable(0)
    let after = malloc_count_read()
    return (
      result,
      Allocations(count: Int(after.allocations - before.allocations), liveBytes: Int(after.live_bytes - before.live_bytes))
    )
  }
}
