internal import ConformanceHarness
internal import TransportABI

/// The group `line`: the plugin's reports on the readiness of its line.
enum LineTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "line.states", .offered(HSW_EXT_LINE), "Unregistered the line is not ready; registered it is, or is down with an error", body: states)
  ]

  private static func states(_ run: TestRun) throws {
    let stage = try run.stage()
    let near = stage.near
    // A plugin that reports nothing counts as ready.
    try requireSettled(stage, "activate", since: 0, mayBeSilent: true)
    try stage.needExtension(HSW_EXT_LINE)
    for _ in 0..<2 {
      try stage.complete(near.setRegistered(0))
      guard stage.wait(.seconds(10), until: { near.ledger.lines.last.map { $0.state != HSW_LINE_READY } ?? false }) else {
        throw TestFailure("line.set_registered(0) is done, and the line is READY still: no report_line within 10 s")
      }
      // The second set_registered(1) is a refresh.
      for _ in 0..<2 {
        let before = near.ledger.lines.count
        let isReady = near.ledger.lines.last?.state == HSW_LINE_READY
        _ = try stage.outcome(near.setRegistered(1))
        try requireSettled(stage, "line.set_registered(1)", since: isReady ? 0 : before, mayBeSilent: false)
      }
    }
    try stage.refuse(.code)
    if near.ledger.lines.last?.state == HSW_LINE_READY { try stage.hangUp(stage.connect()) }
    try stage.tearDown()
  }

  /// Waits until the line is ready, or down with an error.
  private static func requireSettled(_ stage: Stage, _ what: String, since: Int, mayBeSilent: Bool) throws {
    let isSettled = stage.wait(.seconds(30)) {
      let lines = stage.near.ledger.lines
      guard lines.count > since, let last = lines.last else { return mayBeSilent && lines.isEmpty }
      return last.state == HSW_LINE_READY || last.state == HSW_LINE_DOWN && last.fault != nil
    }
    guard isSettled else { throw TestFailure("no report_line READY, or DOWN with an error, within 30 s of \(what)") }
  }
}
