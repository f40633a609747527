import CallControl
import Hookswitch

/// Whole calls through the shipped Loopback: its library, the loader, the ABI, the host.
struct LoopbackPart: BenchmarkPart {
  static let name = "loopback"
  static let summary =
    "whole calls through the plugin on 1,000 lines at once: dial, connecting, active, end, ended; then their actions at half that rate"

  private let lineCount = 1_000
  private let number = Handle(type: .phoneNumber, value: "5550100")

  func measure() async throws -> [Measurement] {
    let host = CallHost()
    try host.addProvider("loopback", fromTransport: "org.hookswitch.loopback")
    let traffic = CallTraffic(host, lines: lineCount, calling: number)

    let windows = traffic.saturate(warmUp: 2, windows: 5)
    let fastest = windows.map(\.callsPerSecond).sorted().percentile(0.5)
    let processor = windows.map(\.processorMicrosecondsPerCall).sorted().percentile(0.5)

    let paced = traffic.pace(callsPerSecond: fastest / 2, warmUp: 1, seconds: 4)
    let times = paced.roundTrips.sorted().map { Double($0) / 1_000 }
    try traffic.finish()
    await host.shutdown()
    return [
      Measurement("loopback.lifecycles_per_s", fastest, "1/s", .atLeast(50_000)),
      Measurement("loopback.cpu_us_per_lifecycle", processor, "µs"),
      Measurement("loopback.paced_lifecycles_per_s", paced.callsPerSecond, "1/s"),
      Measurement("loopback.action_p50_us", times.percentile(0.5), "µs"),
      Measurement("loopback.action_p99_us", times.percentile(0.99), "µs", .atMost(1_000)),
    ]
  }
}
