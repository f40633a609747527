import FoundationEssentials
import Glibc

/// The SIP transport in a whole host under load from SIPp, and baresip in the same run for comparison.
struct SIPPart: BenchmarkPart {
  static let name = "sip"
  static let summary = "the SIP transport: calls that SIPp makes and a host answers, each on a processor of its own; baresip beside it"

  /// True with `BENCH_LONG=1`: runs of a minute, like those behind the figures in the documentation.
  private let isLong = getenv("BENCH_LONG") != nil

  func measure() async throws -> [Measurement] {
    guard SIPpLoad.isThere else {
      print("  not measured: SIPp is not installed")
      return []
    }
    let sustained = isLong ? 60 : 15
    let ours = try SIPRates(
      serve: { try SIPServer.ours() }, steps: [500, 1_000, 1_500, 2_000, 2_500, 3_000], burst: isLong ? 10 : 5, sustained: sustained
    ).measure()
    var measurements = [Measurement("sip.calls_per_s_sustained", Double(ours.callsPerSecond), "1/s", .atLeast(2_000))]
    // If no rate was sustained, there is no time per call.
    if ours.callsPerSecond > 0 {
      measurements.append(Measurement("sip.cpu_ms_per_call", ours.processorMillisecondsPerCall, "ms", .atMost(0.45)))
    }
    measurements += try setUp(at: max(ours.callsPerSecond / 2, 100))
    measurements.append(Measurement("sip.bytes_per_call", try bytesPerCall(5_000), "B", .atMost(16_384)))
    guard SIPServer.hasBaresip else { return measurements }
    let baresip = try SIPRates(serve: SIPServer.baresip, steps: [100, 200, 300, 400], burst: 5, sustained: sustained).measure()
    measurements.append(Measurement("peer.baresip.calls_per_s_sustained", Double(baresip.callsPerSecond), "1/s"))
    if baresip.callsPerSecond > 0 {
      measurements.append(Measurement("peer.baresip.cpu_ms_per_call", baresip.processorMillisecondsPerCall, "ms"))
    }
    return measurements
  }

  /// Measures the time from INVITE to 200, in whole milliseconds as SIPp counts them.
  private func setUp(at rate: Int) throws -> [Measurement] {
    let server = try SIPServer.ours()
    defer { server.stop() }
    var load = SIPpLoad(port: server.port)
    _ = try load.run(rate: 20, seconds: 1)
    load.keepsTimes = true
    let outcome = try load.run(rate: rate, seconds: isLong ? 30 : 8)
    print("  set-up at \(rate)/s: \(outcome.summary)")
    let times = outcome.setUps
    guard !times.isEmpty else { throw TrafficError("SIPp wrote no times") }
    return [
      Measurement("sip.setup_p50_ms", times.percentile(0.5), "ms"),
      Measurement("sip.setup_p99_ms", times.percentile(0.99), "ms", .atMost(10)),
    ]
  }

  /// Returns the memory of a call: the growth of the server's process per active call, with many such calls and no media.
  private func bytesPerCall(_ calls: Int) throws -> Double {
    let server = try SIPServer.ours()
    let folder = try TemporaryFolder()
    defer {
      server.stop()
      folder.remove()
    }
    try folder.write(SilentCaller.scenario, to: "silent.xml")
    let load = SIPpLoad(port: server.port, scenario: "\(folder.path)/silent.xml")
    _ = try load.run(rate: 100, seconds: 1)
    let before = server.process.residentBytes
    // Start slowly: a transaction lives on for five seconds after the answer, and takes nearly as much memory as the call.
    let process = try load.start(rate: 200, calls: calls, hold: 60_000, limit: 120, in: folder)
    defer { process.stop() }
    let end = Stopwatch.nanoseconds + 60_000_000_000
    var up = 0
    while up < calls {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("\(calls) calls at once were not reached: only \(up) are up") }
      Stopwatch.sleep(nanoseconds: 200_000_000)
      up = SIPpOutcome(folder).map { $0.answered - $0.failed } ?? 0
    }
    Stopwatch.sleep(nanoseconds: 1_000_000_000)
    return Double(server.process.residentBytes - before) / Double(calls)
  }
}
