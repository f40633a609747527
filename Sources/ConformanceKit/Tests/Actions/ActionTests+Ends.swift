internal import ConformanceHarness
internal import TransportABI

// The ends of calls: in each state, at both ends at once, and only once.
extension ActionTests {
  /// A state in which a call can be ended, with the way to bring a call into it.
  private struct EndableState: Sendable {
    let name: String
    /// True once the call is answered.
    let isConnected: Bool
    let make: @Sendable (Stage) throws -> CallRef

    static let all: [EndableState] = [
      EndableState(name: "dialing", isConnected: false) { try $0.dial() },
      EndableState(name: "ringing at the far end", isConnected: false) { stage in
        let call = try stage.dial()
        try stage.peer.ring(call)
        try stage.settle(.milliseconds(100))
        return call
      },
      EndableState(name: "coming in", isConnected: false) { try $0.incoming() },
      EndableState(name: "ringing here", isConnected: false) { try $0.ringing() },
      EndableState(name: "active", isConnected: true) { try $0.connect() },
      EndableState(name: "answered", isConnected: true) { try $0.answered() },
      EndableState(name: "held", isConnected: true) { stage in
        let call = try stage.connect()
        try stage.complete(stage.near.setHeld(call, 1))
        return call
      },
      EndableState(name: "held by the far end", isConnected: true) { stage in
        let call = try stage.connect()
        try stage.peer.hold(call)
        try stage.settle(.milliseconds(100))
        return call
      },
    ]
  }

  static func endEachState(_ run: TestRun) throws {
    let stage = try run.stage()
    for state in EndableState.all {
      try stage.ifOffered {
        let call = try state.make(stage)
        do {
          try stage.complete(stage.near.end(call))
          try stage.expectEnd(call, HSW_END_LOCAL)
          if !state.isConnected { try stage.expectPeer(call, "the call ended") { $0.state == "ended" } }
        } catch let failure as TestFailure {
          throw failure.told("a call that is \(state.name)")
        }
      }
    }
    try stage.tearDown()
  }

  static func endedOnce(_ run: TestRun) throws {
    let stage = try run.stage()
    for connect in [Stage.connect, Stage.answered] {
      try stage.hangUp(connect(stage)())
      let call = try connect(stage)()
      try stage.peer.end(call)
      try stage.expectEnd(call, HSW_END_REMOTE)
    }
    for order in [PeerOrder.busy, .decline] {
      let call = try stage.dial()
      try stage.peer.order(order, call)
      try stage.expect(call, is: .ended)
    }
    try stage.settle(.seconds(40))
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  // MARK: simultaneous ends

  static func glare(_ run: TestRun) throws {
    let stage = try run.stage()
    for connect in [Stage.connect, Stage.answered] {
      let ours = try connect(stage)()
      let end = try stage.near.end(ours)
      // The call may be over by now; then there is nothing left to hang up.
      stage.attempt { try stage.peer.end(ours) }
      try requireOneEnd(stage, ours, end)

      let theirs = try connect(stage)()
      try stage.peer.end(theirs)
      try requireOneEnd(stage, theirs, stage.near.end(theirs))
    }
    try stage.settle(.seconds(40))
    try stage.refuse(.endedTwice, .openAtEnd, .secondWord)
    try stage.tearDown()
  }

  /// Requires that our end is done or came too late, and that the call is over.
  private static func requireOneEnd(_ stage: Stage, _ call: CallRef, _ end: ActionRef) throws {
    switch try stage.outcome(end) {
    case .done, .refused(HSW_E_NOCALL): break
    case .failed(let fault) where [HSW_E_NOCALL, HSW_E_CANCELLED].contains(fault.code): break
    case let state: throw TestFailure("calls.end of a call that the far end ends too \(Stage.describe(state))")
    }
    try stage.expect(call, is: .ended)
  }

  static func endWhileAnswering(_ run: TestRun) throws {
    let stage = try run.stage()
    let ours = try stage.ringing()
    let first = try stage.near.answer(ours)
    try stage.complete(stage.near.end(ours))
    try requireCompletedAnswer(stage, ours, first)

    let theirs = try stage.ringing()
    let second = try stage.near.answer(theirs)
    try stage.peer.end(theirs)
    try requireCompletedAnswer(stage, theirs, second)
    try stage.tearDown()
  }

  private static func requireCompletedAnswer(_ stage: Stage, _ call: CallRef, _ answer: ActionRef) throws {
    try stage.expect(call, is: .ended)
    try stage.refuse(.openAtEnd)
    switch try stage.outcome(answer) {
    case .done: break
    case .failed(let fault) where fault.code == HSW_E_CANCELLED: break
    case let state:
      throw TestFailure("calls.answer of a call that was ended meanwhile \(Stage.describe(state)), should be done, or HSW_E_CANCELLED")
    }
  }
}
