import CallControl

/// The cost of one `receive` of the core, over whole lives of calls on a thousand lines in turn.
struct CorePart: BenchmarkPart {
  static let name = "core"
  static let summary = "time and allocations of Line.receive, over whole lives of two calls a line"

  private let lineCount = 1_000
  private let rounds = 20

  func measure() -> [Measurement] {
    var lines = (0..<lineCount).map { CoreLine($0, roster: CoreScript.roster) }
    var now = Instant.zero
    var times: [Int64] = []
    times.reserveCapacity(lineCount * rounds * CoreScript.steps.count)
    var allocations = 0

    for round in 0..<rounds {
      // The first rounds warm the caches; the last one counts allocations instead of timing.
      let isCounted = round == rounds - 1
      for step in CoreScript.steps {
        now = now.advanced(by: .milliseconds(1))
        for place in lines.indices {
          let event = lines[place].event(step)
          let effects: [LineEffect]
          if isCounted {
            let counted = Allocations.during { lines[place].receive(event, at: now) }
            effects = counted.result
            allocations += counted.allocations.count
          } else {
            let start = Stopwatch.nanoseconds
            effects = lines[place].receive(event, at: now)
            let end = Stopwatch.nanoseconds
            if round > 1 { times.append(end - start - Stopwatch.overhead) }
          }
          lines[place].note(effects)
        }
      }
      for place in lines.indices { lines[place].beginAgain() }
    }
    times.sort()
    let receives = lineCount * CoreScript.steps.count
    return [
      Measurement("core.receive_p50_ns", Double(times.percentile(0.5)), "ns", .atMost(1_000)),
      Measurement("core.receive_p99_ns", Double(times.percentile(0.99)), "ns"),
      Measurement("core.receive_mean_ns", Double(times.reduce(0, +)) / Double(times.count), "ns"),
      Measurement("core.receive_allocations", Double(allocations) / Double(receives), "1", .atMost(4)),
    ]
  }
}
