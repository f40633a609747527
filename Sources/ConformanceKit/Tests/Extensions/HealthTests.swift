internal import ConformanceHarness
internal import StrictJSON
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

/// The group `diag`: a transport's dumps of itself.
enum DiagTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "diag.dump", .offered(HSW_EXT_DIAG), "At every level, and of a call, a dump is one JSON object, also a byte at a time",
      body: dump)
  ]

  private static func dump(_ run: TestRun) throws {
    let stage = try run.stage()
    for level: UInt32 in 0...5 { try requireObject(stage.near.dump(level: level), "diag.dump at level \(level)") }
    try requireObject(stage.near.dump(portion: 1), "diag.dump into a sink that takes a byte at a time")
    // A sink may stop early; the next one still gets everything.
    _ = try stage.near.dump(limit: 1)
    if let call = try stage.dialIfPossible() {
      try requireObject(stage.near.dump(call), "diag.dump of a call")
      try requireObject(stage.near.dump(call, portion: 3), "diag.dump of a call into a sink that takes three bytes at a time")
      try requireObject(stage.near.dump(), "diag.dump with a call up")
      try stage.hangUp(call)
    }
    try dumpStrangeCalls(stage)
    try requireObject(stage.near.dump(), "diag.dump after all that")
    try stage.tearDown()
  }

  static func requireObject(_ answer: (status: hsw_status, bytes: [UInt8]), _ what: String) throws {
    guard answer.status == HSW_OK else { throw TestFailure("\(what) answered \(StatusName.of(answer.status))") }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(answer.bytes)
    } catch {
      throw TestFailure("\(what) wrote text that is not JSON: \(error.reason), in line \(error.line), column \(error.column)")
    }
    guard case .object = value else { throw TestFailure("\(what) wrote \(value.kind), should be an object") }
  }
}
