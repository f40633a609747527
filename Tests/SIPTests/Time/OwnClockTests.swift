import Foundation
import SIPWire
import Testing

/// Time rules that the conformance kit cannot test with virtual time, because the SIP stack keeps its own.
@Suite("The stack's time", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct OwnClockTests {
  private static let config = #"{"providers": [{"name": "desk", "transport": "org.hookswitch.sip", "settings": {"port": 0}}]}"#

  private func run(_ commands: [String], environment: [String: String] = [:]) throws -> PeerProcess {
    try PeerProcess(
      PluginFolder.name + "/hookswitch",
      // Inside, where the measured threads are and where the jumping clock is.
      ["run", "--json", "--isolation", "inside", "--transport-path", PluginFolder.name, "--config", "run.json"] + commands,
      files: ["run.json": Self.config], environment: environment)
  }

  @Test(
    "time.clock-jump: a change of the time of day does not disturb the retransmissions of an INVITE (RFC 3261 section 17.1.1.2)",
    .enabled(if: JumpingClock.canBeMade), arguments: [-3_600, 36_000])
  func jump(seconds: Int) async throws {
    let (clock, far) = (try await JumpingClock(), try WireSocket())
    let caller = try run(["dial desk sip:anybody@127.0.0.1:\(far.port)", "wait ended"], environment: clock.environment)
    try #require(far.receive(within: 15)?.text.hasPrefix("INVITE") == true)
    try clock.jump(by: seconds)
    // After 500 ms, and then after 1 s and 2 s.
    var times: [ContinuousClock.Instant] = []
    for time in 1...3 {
      #expect(far.receive(within: 15)?.text.hasPrefix("INVITE") == true, "not said again for the \(time). time")
      times.append(.now)
    }
    #expect(times[1].duration(to: times[2]) > .milliseconds(500))
    #expect(!caller.output.entries.contains { $0.contains(#""event":"ended""#) })
  }

  @Test("time.idle-quiet: without a call the media thread sleeps, and others wake rarely")
  func idle() async throws {
    let phone = try run([])
    try #require(await phone.says(#""event":"ready""#))
    let before = phone.threads
    try await ContinuousClock().sleep(for: .seconds(5))  // bound: the span that is measured
    let spent = phone.threads.map { (name: $1.name, count: $1.rests - (before[$0]?.rests ?? 0)) }
    #expect(spent.contains { $0.name == "rtp" && $0.count == 0 }, "\(spent)")
    // ThreadSanitizer's own thread wakes ten times a second.
    let sanitizer = dlsym(nil, "__tsan_init") == nil ? 0 : 60
    // The timers of the stack and of dispatch queues tick once a second.
    #expect(spent.reduce(0) { $0 + $1.count } <= 25 + sanitizer, "\(spent)")
  }
}
