import CMallocCount

/// The allocations of the whole process while a body ran, on all threads.
struct Allocations {
  let count: Int
  let liveBytes: Int

  /// Runs `body` and counts its allocations.
  static func during<Result>(_ body: () throws -> Result) rethrows -> (result: Result, allocations: Allocations) {
    let before = malloc_count_read()
    malloc_count_enable(1)
    defer { malloc_count_enable(0) }
    let result = try body()
    malloc_count_enable(0)
    return (result, Allocations(from: before, to: malloc_count_read()))
  }

  /// Runs `body` and counts the allocations, on all threads.
  static func during(_ body: () async -> Void) async -> Allocations {
    let before = malloc_count_read()
    malloc_count_enable(1)
    await body()
    malloc_count_enable(0)
    return Allocations(from: before, to: malloc_count_read())
  }

  private init(from before: malloc_count, to after: malloc_count) {
    count = Int(after.allocations - before.allocations)
    liveBytes = Int(after.live_bytes - before.live_bytes)
  }
}
