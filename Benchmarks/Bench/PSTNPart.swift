import CallControl
import Hookswitch

/// The mock PSTN under load: many simultaneous calls, new ones at an even pace, and the media of as many.
struct PSTNPart: BenchmarkPart {
  static let name = "pstn"
  static let summary = "the mock PSTN: 220 new calls a second that hold for 10 s, for 25 s; then the sound of 2,000 calls, tick by tick"

  /// A number that answers at once and hangs up after ten seconds.
  private let number = Handle(type: .phoneNumber, value: "+12125550160")
  private let configuration = #"{"numbers": {"555-0160": {"does": "hang-up", "for-s": 10}}}"#

  func measure() async throws -> [Measurement] {
    let host = CallHost()
    try host.addProvider("pstn", fromTransport: "org.hookswitch.mock-pstn", configuration: configuration)
    let traffic = HeldTraffic(host, calling: number)
    let figures = traffic.run(callsPerSecond: 220, ramp: 12, seconds: 10)
    try traffic.finish(during: 15)
    await host.shutdown()

    let sound = try SoundTraffic(calls: 2_000)
    let ticks = sound.tick(250).sorted().map { Double($0) / 1_000_000 }
    sound.finish()
    return [
      Measurement("pstn.calls_at_once", Double(figures.leastAtOnce), "", .atLeast(2_000)),
      Measurement("pstn.calls_per_s", figures.endedPerSecond, "1/s", .atLeast(200)),
      Measurement("pstn.processor_percent", figures.processorPercent, "%"),
      Measurement("pstn.tick_2000_calls_p50_ms", ticks.percentile(0.5), "ms"),
      Measurement("pstn.tick_2000_calls_p99_ms", ticks.percentile(0.99), "ms", .atMost(20)),
    ]
  }
}
