internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

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
    try requireObject(stage.near.dump(), "diag.dump after all that")
    try stage.tearDown()
  }

  private static func requireObject(_ answer: (status: hsw_status, bytes: [UInt8]), _ what: String) throws {
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
