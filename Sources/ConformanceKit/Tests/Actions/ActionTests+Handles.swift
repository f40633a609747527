internal import ConformanceHarness
internal import TransportABI

// The handles of calls.
extension ActionTests {
  static func handleFresh(_ run: TestRun) throws {
    let stage = try run.stage()
    // A far end outside the process takes some time for each call.
    let count = try stage.peer is TestPeer ? 1000 : 100
    for _ in 0..<count {
      do {
        let call = try stage.incoming()
        try stage.peer.end(call)
        try stage.expect(call, is: .ended)
      } catch let failure as TestFailure {
        try stage.refuse(.handle)
        throw failure
      }
    }
    try stage.refuse(.handle)
    try stage.tearDown()
  }

  static func unknownCall(_ run: TestRun) throws {
    let stage = try run.stage()
    let live = try stage.connect()
    let over = try stage.connect()
    try stage.hangUp(over)
    let unused = stage.near.mintCall()
    for id in [.max, unused.id, unused.id + 100, 1 << 63, 1 << 63 | 1_000_000, 0] {
      for question in CallQuestion.all where id != 0 || !question.hasNone {
        try stage.ifOffered { try question.ask(stage.near, CallRef(id: id), live) }
      }
    }
    for question in CallQuestion.all where !question.knowsEnded {
      try stage.ifOffered { try question.ask(stage.near, over, live) }
    }
    try stage.expectUp([live], after: "requests for calls that do not exist")
    try stage.hangUp(live)
    try stage.tearDown()
  }
}
