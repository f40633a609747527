import Foundation
import SIPWire
import Testing

/// What the kit cannot show of a transport whose stack keeps time itself: here time is real.
@Suite("Time that the stack keeps", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct OwnClockTests {
  private static let config = #"{"providers": [{"name": "desk", "transport": "org.hookswitch.sip", "settings": {"port": 0}}]}"#

  private func run(_ commands: [String], environment: [String: String] = [:]) throws -> PeerProcess {
    try PeerProcess(
      PluginFolder.name + "/hookswitch", ["run", "--json", "--transport-path", PluginFolder.name, "--config", "run.json"] + commands,
      files: ["run.json": Self.config], environment: environment)
  }

  @Test(
    "time.clock-jump: the time of day is set while an INVITE waits for its answer, and it is said again as if nothing were (RFC 3261 section 17.1.1.2)",
    .enabled(if: JumpingClock.canBeMade), arguments: [-3_600, 36_000])
  func jump(seconds: Int) async throws {
    let (clock, far) = (try await JumpingClock(), try WireSocket())
    let caller = try run(["dial desk sip:anybody@127.0.0.1:\(far.port)", "wait ended"], environment: clock.environment)
    try #require(far.receive(within: 15)?.text.hasPrefix("INVITE") == true)
    try clock.jump(by: seconds)
    // After 500 ms, 1 s and 2 s more.
    var times: [ContinuousClock.Instant] = []
    for time in 1...3 {
      #expect(far.receive(within: 15)?.text.hasPrefix("INVITE") == true, "not said again for the \(time). time")
      times.append(.now)
    }
    #expect(times[1].duration(to: times[2]) > .milliseconds(500))
    #expect(!caller.output.entries.contains { $0.contains(#""event":"ended""#) })
  }

  @Test("time.idle-quiet: without a call nothing looks after sound, and nobody is awake more than now and then")
  func idle() async throws {
    let phone = try run([])
    try #require(await phone.says(#""event":"ready""#))
    let before = phone.threads
    try await ContinuousClock().sleep(for: .seconds(5))  // bound: the span that is measured
    let spent = phone.threads.map { (name: $1.name, count: $1.rests - (before[$0]?.rests ?? 0)) }
    #expect(spent.contains { $0.name == "rtp" && $0.count == 0 }, "\(spent)")
    // ThreadSanitizer has a thread of its own in every program, which wakes ten times a second.
    let sanitizer = dlsym(nil, "__tsan_init") == nil ? 0 : 60
    // The stack's own clock ticks once a second, and so does the system's that keeps queues.
    #expect(spent.reduce(0) { $0 + $1.count } <= 25 + sanitizer, "\(spent)")
  }
}
