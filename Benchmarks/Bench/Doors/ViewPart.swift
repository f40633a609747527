import Hookswitch

/// The view that a program gets of a host with many calls.
struct ViewPart: BenchmarkPart {
  static let name = "view"
  static let summary = "10,000 live calls on as many lines: a subscription with its snapshot, the list of calls, the state of the host"

  private let callCount = 10_000
  private let rounds = 5

  func measure() async throws -> [Measurement] {
    let host = CallHost()
    let service = BenchDoor.service(host)
    let provider = try host.register("obedient", delegate: ObedientDelegate())
    await LiveCalls.dial(callCount, on: host)
    try LiveCalls.check(callCount, on: host)
    let measurements = try BenchDoor.open(service) { path in
      // The states of a line are written at their first reading: the first subscription pays for it, and later ones read the same.
      let first = try time(path, "events.subscribe", #"{"topics":["line"]}"#, 1)
      let later = try time(path, "events.subscribe", #"{"topics":["line"]}"#, rounds)
      let calls = try time(path, "call.list", "{}", rounds)
      let status = try time(path, "host.status", "{}", rounds)
      return [
        Measurement("view.subscribe_first_ms", first.milliseconds, "ms", .atMost(100)),
        Measurement("view.subscribe_ms", later.milliseconds, "ms", .atMost(100)),
        Measurement("view.bytes_per_call", Double(first.bytes) / Double(callCount), "B", .atMost(800)),
        Measurement("view.call_bytes", Double(calls.bytes) / Double(callCount), "B"),
        Measurement("view.call_list_ms", calls.milliseconds, "ms"),
        Measurement("view.host_status_ms", status.milliseconds, "ms"),
      ]
    }
    provider.invalidate()
    await host.settle()
    await host.shutdown()
    return measurements
  }

  /// Returns the median time of a request and the bytes of its reply, each on a connection of its own.
  private func time(_ path: String, _ method: String, _ parameters: String, _ rounds: Int) throws -> (milliseconds: Double, bytes: Int) {
    var (times, bytes) = ([Double](), 0)
    for _ in 0..<rounds {
      let client = try PipeliningClient(path)
      // The session is open once it has answered.
      try client.ask("host.hello", "{}")
      _ = try client.lineBytes()
      let start = Stopwatch.nanoseconds
      try client.ask(method, parameters)
      bytes = try client.lineBytes()
      times.append(Double(Stopwatch.nanoseconds - start) / 1e6)
    }
    return (times.sorted().percentile(0.5), bytes)
  }
}
