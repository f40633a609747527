internal import ConformanceHarness
internal import TransportABI

/// The group `reset`: the host has dropped all calls and actions, and so must the plugin.
enum ResetTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "reset.mid-call", .must, "After a reset no report comes about the earlier calls, and the next call works", body: midCall),
    ConformanceTest("reset.pending", .must, "After a reset no action that was open is completed", body: pending),
    ConformanceTest("reset.storm", .must, "A hundred resets with a call up leave no more than one", body: storm),
  ]

  private static func midCall(_ run: TestRun) throws {
    let stage = try run.stage()
    _ = try stage.connect()
    stage.attempt { _ = try stage.ringing() }
    stage.attempt { _ = try stage.dial() }
    try stage.near.reset()
    stage.dismissPeer()
    try stage.settle(.seconds(5))
    try stage.refuse(.afterReset)
    let next = try stage.connect()
    try stage.hangUp(next)
    try stage.tearDown()
  }

  private static func pending(_ run: TestRun) throws {
    let library = try run.library()
    for what in 0..<5 {
      let stage = try run.created(in: library)
      try stage.bringUp()
      switch what {
      case 0: _ = try stage.near.start(stage.near.mintCall(), stage.peer.target())
      case 1: _ = try stage.near.answer(stage.ringing())
      case 2: _ = try stage.near.end(stage.connect())
      case 3: stage.attempt { _ = try stage.near.setHeld(stage.connect(), 1) }
      default:
        let call = try stage.connect()
        for _ in 0..<5 { stage.attempt { _ = try stage.near.play(call, "1234") } }
      }
      try stage.near.reset()
      stage.dismissPeer()
      try stage.settle(.seconds(5))
      try stage.refuse(.afterReset)
      try stage.tearDown()
    }
  }

  private static func storm(_ run: TestRun) throws {
    let stage = try run.stage()
    for round in 1...100 {
      do {
        _ = try round % 2 == 0 ? stage.connect() : stage.dial()
      } catch let failure as TestFailure {
        throw failure.told("after \(round - 1) resets")
      }
      try stage.near.reset()
      stage.dismissPeer()
    }
    let last = try stage.connect()
    try stage.hangUp(last)
    try stage.refuse(.afterReset)
    try stage.tearDown()
  }
}
