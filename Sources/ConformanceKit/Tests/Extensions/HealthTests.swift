internal import ConformanceHarness
internal import TransportABI

/// The group `health`: an instance's answers to pings.
enum HealthTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("health.ping", .offered(HSW_EXT_HEALTH), "A ping is answered in time, also while calls are under way", body: ping)
  ]

  private static func ping(_ run: TestRun) throws {
    let stage = try run.stage()
    for _ in 0..<20 { try requireAnswer(stage, "of an idle instance") }
    if let call = try stage.dialIfPossible() {
      try requireAnswer(stage, "with a call up")
      let end = try stage.near.end(call)
      try requireAnswer(stage, "while a call ends")
      try stage.complete(end)
    }
    try stage.tearDown()
  }

  private static func requireAnswer(_ stage: Stage, _ when: String) throws {
    let ping = try stage.near.ping(deadline: 2000)
    let answer = try stage.outcome(ping, within: .seconds(2))
    guard answer == .done else { throw TestFailure("health.ping \(when) \(Stage.describe(answer)), should be done within its 2 s") }
  }
}
