import CallControl
import HookMetrics
import HookswitchCore
import HostService
import StrictJSON

/// The cost of metrics: counting calls, and reading the counts of a host with many calls.
struct MetricsPart: BenchmarkPart {
  static let name = "metrics"
  static let summary = "counting a call's records; a scrape of a host with 10,000 live calls"

  private let rounds = 1_000
  private let callCount = 10_000
  private let scrapes = 11

  func measure() async throws -> [Measurement] {
    // The recorder counts records shortly after they were made: so few lines that their records stay in the processor's cache.
    let simple = CountedCalls(CountedCalls.simple, callsInScript: 1, lineCount: 100)
    let busy = CountedCalls(CoreScript.steps, callsInScript: 2, lineCount: 100)
    return try await count(simple, "call") + count(busy, "busy_call") + scrape()
  }

  /// Returns the median time and the allocations of counting a call.
  private func count(_ calls: CountedCalls, _ name: String) -> [Measurement] {
    var metrics = HostMetrics()
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = Stopwatch.nanoseconds
      metrics.take(calls.records)
      times.append(Double(Stopwatch.nanoseconds - start) / Double(calls.calls))
    }
    times.sort()
    let counted = Allocations.during { metrics.take(calls.records) }
    return [
      Measurement("metrics.count_\(name)_ns", times.percentile(0.5), "ns", .atMost(1_000)),
      Measurement("metrics.count_\(name)_allocations", Double(counted.allocations.count) / Double(calls.calls), "1"),
    ]
  }

  private func scrape() async throws -> [Measurement] {
    let flight = FlightDeck()
    var settings = HostSettings()
    settings.flightRecorder = flight
    let host = CallHost(settings: settings)
    let service = BenchDoor.service(host, flight: flight)
    let provider = try host.register("obedient", delegate: ObedientDelegate())
    await LiveCalls.dial(callCount, on: host)
    try LiveCalls.check(callCount, on: host)
    let session = service.open(Peer(.socket, uid: 0)) {}
    var times: [Double] = []
    var text = ""
    for _ in 0..<scrapes {
      let start = Stopwatch.nanoseconds
      let reply = await withCheckedContinuation { answer in
        session.perform("metrics.read", .object([])) { answer.resume(returning: $0) }
      }
      times.append(Double(Stopwatch.nanoseconds - start) / 1e6)
      text = try reply.answer.get()["text"]?.string ?? ""
    }
    let series = text.split(separator: "\n").count { !$0.hasPrefix("#") }
    provider.invalidate()
    await host.settle()
    await host.shutdown()
    times.sort()
    return [
      Measurement("metrics.scrape_ms", times.percentile(0.5), "ms", .atMost(20)),
      Measurement("metrics.scrape_max_ms", times.percentile(1), "ms"),
      Measurement("metrics.series", Double(series), "1", .atMost(2_000)),
    ]
  }
}
