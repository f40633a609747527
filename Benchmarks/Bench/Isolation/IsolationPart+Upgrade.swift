import CallAudio
import CallControl
import Hookswitch
import TransportLoader

extension IsolationPart {
  /// Changes the process of 500 calls with sound ten times, and measures the whole change, the time without a version that serves, and the
  /// frames that calls missed.
  func upgrades() async throws -> [Measurement] {
    var settings = HostSettings()
    settings.policy.maximumCallGroups = 600
    settings.audio = AudioSettings { _ in MemoryDevice() }
    let host = CallHost(settings: settings)
    let provider = try host.addProvider("loopback", transport: try Place.process.loopback())
    provider.configuration.maximumCallGroups = 600
    let controller = CallController(host: host)
    var calls: [CallID] = []
    for _ in 0..<500 {
      let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"), through: "loopback")
      guard await controller.callObserver.call(call, reaches: .active) != nil else { throw TrafficError("a call did not connect") }
      calls.append(call)
    }
    await host.settle()
    var (whole, gaps, missed): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<10 {
      Stopwatch.sleep(nanoseconds: 300_000_000)
      let before = calls.map { host.audioCounters(of: $0)?.missing ?? 0 }
      let report = try await host.upgrade("loopback")
      guard report.way == .calls, report.calls == calls.count else { throw TrafficError("\(report.calls) calls moved") }
      Stopwatch.sleep(nanoseconds: 300_000_000)
      whole.append(Double(report.milliseconds))
      gaps.append(Double(report.gapMicroseconds))
      missed.append(zip(calls, before).map { Double((host.audioCounters(of: $0)?.missing ?? 0) - $1) }.max() ?? 0)
    }
    await host.shutdown()
    whole.sort()
    gaps.sort()
    missed.sort()
    return [
      Measurement("iso.upgrade_ms", whole.percentile(0.5), "ms"),
      Measurement("iso.upgrade_freeze_us", gaps.percentile(0.5), "µs", .atMost(5_000)),
      Measurement("iso.upgrade_freeze_max_us", gaps.percentile(1), "µs"),
      Measurement("iso.upgrade_sound_lost_ms", 20 * missed.percentile(0.5), "ms", .atMost(40)),
    ]
  }
}
