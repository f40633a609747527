internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

/// The rows about functions at the wrong time, and about steps of life that fail.
enum OrderTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "life.order-all", .must, "What the life cycle does not allow gets HSW_E_STATE in each phase, and changes nothing",
      budget: .seconds(30),
      body: orderAll),
    ConformanceTest(
      "life.activate-fails", .must, "An activate that fails says why, leaves nothing, and can be followed by one that works",
      budget: .seconds(30), body: activateFails),
    ConformanceTest(
      "life.destroy-states", .must, "An instance can be destroyed in each state of its calls, with anything pending, and is silent then",
      budget: .seconds(60), body: destroyStates),
    ConformanceTest(
      "line.effect", .offered(HSW_EXT_LINE), "Each request for the line is followed by one report of its state, which lasts",
      budget: .seconds(60),
      body: line),
    ConformanceTest(
      "reset.effect", .must, "A reset in each state of a call leaves an instance whose next calls are like the first", budget: .seconds(60),
      body: reset),
  ]

  // MARK: order

  private static func orderAll(_ run: TestRun) throws {
    let stage = try run.created()
    let near = stage.near
    func require(_ status: hsw_status, _ what: String) throws {
      guard status == HSW_E_STATE else { throw TestFailure("\(what) answered \(StatusName.of(status)), should be HSW_E_STATE") }
    }
    try require(near.activate().status, "activate before init")
    try require(near.deactivate(drain: 0), "deactivate before init")
    guard try near.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    try require(near.initialise().status, "a second init")
    try idle(stage, "before activate")
    let lines = near.ledger.lines.count
    guard try near.activate().status == HSW_OK else { throw TestFailure("activate failed after functions that came too early") }
    try stage.settle(.milliseconds(100))
    let said = near.ledger.lines.count
    try require(near.initialise().status, "init of an active instance")
    try require(near.activate().status, "a second activate")
    try stage.settle(.milliseconds(100))
    guard near.ledger.lines.count == said else { throw TestFailure("report_line came after a second activate, which was refused") }
    let call = try stage.dialIfPossible()
    if let call {
      let before = try stage.steadySight(call)
      for _ in 0..<3 { try require(near.activate().status, "activate with a call up") }
      try stage.expectSightToStay(call, before, "since another activate was refused", for: .seconds(5))
      let status = try near.deactivate(drain: 60_000)
      guard status == HSW_PENDING else { throw TestFailure("deactivate(60000) answered \(StatusName.of(status)) with a call up") }
      try require(near.activate().status, "activate while the instance drains")
      try require(near.initialise().status, "init while the instance drains")
      try stage.expect(near.start(near.mintCall(), stage.peer.target()), refused: HSW_E_STATE)
      try stage.expectSight(call, before, "since what came while the instance drains was refused", within: .seconds(1))
      try stage.hangUp(call)
      _ = stage.wait(.seconds(5)) { near.ledger.phase == .initialised }
    } else {
      try near.deactivateAndWait(stage)
    }
    try idle(stage, "after deactivate")
    guard try near.activate().status == HSW_OK else { throw TestFailure("activate failed after functions that came too late") }
    try stage.settle(.milliseconds(100))
    if said - lines > 0, near.ledger.lines.count == said { run.note("the second activation reported no line") }
    if call != nil { try stage.hangUp(stage.connect()) }
    try stage.refuse(.phase, .unknownCall)
    try stage.tearDown()
  }

  /// Requires that an instance that is not active makes no call, and reports none.
  private static func idle(_ stage: Stage, _ when: String) throws {
    let near = stage.near
    let target = (try? stage.peer.target()) ?? CallTarget("tel", "5550142")
    let known = near.ledger.incomingOrder.count
    func require(_ action: ActionRef) throws {
      do {
        try stage.expect(action, refused: [HSW_E_STATE, HSW_E_NOCALL])
      } catch let failure as TestFailure {
        throw failure.told(when)
      }
    }
    let start = try near.start(near.mintCall(), target)
    do { try stage.expect(start, refused: HSW_E_STATE) } catch let failure as TestFailure {
      throw failure.told(when)
    }
    guard try near.deactivate(drain: 0) == HSW_E_STATE else { throw TestFailure("deactivate \(when) was not refused with HSW_E_STATE") }
    let stranger = CallRef(id: 1)
    try require(near.answer(stranger))
    try require(near.end(stranger))
    try stage.ifOffered { try require(near.setHeld(stranger, 1)) }
    try stage.ifOffered { try require(near.setMuted(stranger, 1)) }
    try stage.ifOffered { try require(near.play(stranger, "1")) }
    if try stage.peer is TestPeer {
      stage.attempt { try stage.peer.callUs(from: CallTarget(target.kindText, "5550142")) }
      try stage.settle(.seconds(2))
      guard near.ledger.incomingOrder.count == known else { throw TestFailure("report_incoming came \(when)") }
    }
    try near.reset()
  }

  // MARK: steps that fail

  private static func activateFails(_ run: TestRun) throws {
    let library = try run.library()
    let functions: [HostFunction] = [.addFD, .addTimer, .post, .getSecret, .reportLine, .reportProvider]
    var seen: Set<HostFunction> = []
    for function in functions {
      // The first time a library may open what it keeps for good.
      for status in [HSW_E_NOMEM, HSW_E_NOMEM, HSW_E_STATE] {
        let isFirst = !seen.contains(function)
        seen.insert(function)
        let stage = try run.created(in: library, .full.refusing(function, with: status))
        guard try stage.near.initialise().status == HSW_OK else {
          try stage.near.destroy()
          continue
        }
        let before = ProcessView.now()
        for round in 0..<3 {
          let outcome = try stage.near.activate()
          if round == 0 {
            try AbiTests.requireSentence(outcome, "instance.activate where \(function.rawValue) answers \(StatusName.of(status))")
          }
          // On such a host a deactivation may have no way to be completed.
          if outcome.status == HSW_OK { stage.attempt { try stage.near.deactivateAndWait(stage) } }
        }
        try stage.near.destroy()
        try stage.requireNothingLeft(of: stage.near, "activate where \(function.rawValue) fails, and destroy")
        let left = ProcessView.now().newDescriptors(since: before)
        guard isFirst || left.isEmpty else {
          throw TestFailure("activate where \(function.rawValue) fails, and destroy, left behind: \(left.joined(separator: ", "))")
        }
      }
    }
  }

  private static func destroyStates(_ run: TestRun) throws {
    let library = try run.library()
    let isQuick = run.manifest?.clock != .own
    for situation in isQuick ? CallSituation.all : Array(CallSituation.all.prefix(1)) {
      for isBusy in [false, true] {
        let stage = try run.created(in: library)
        try stage.bringUp()
        do {
          let call = try situation.make(stage)
          if isBusy {
            let target = try stage.peer.target()
            for act in try CallAct.cancellable(stage) where act.isPossible(in: situation) {
              try stage.ifOffered { _ = try act.begin(stage, call) }
            }
            _ = try stage.near.start(stage.near.mintCall(), target)
            _ = try stage.near.end(call)
          }
        } catch is TestSkip {
          stage.dismissPeer()
          try stage.near.destroy()
          continue
        }
        stage.dismissPeer()
        if isBusy { _ = try stage.near.deactivate(drain: 5000) }
        try stage.near.destroy()
        try stage.requireNothingLeft(of: stage.near, "destroy with a call that is \(situation.name)")
        try stage.settle(.seconds(40))
        if let breach = stage.near.ledger.breaches.first(where: { [.afterDestroy, .afterReset].contains($0.kind) }) {
          throw TestFailure(breach).told("with a call that is \(situation.name)")
        }
      }
    }
  }

  // MARK: the line

  private static func line(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_LINE)
    let near = stage.near
    _ = stage.wait(.seconds(30)) { near.ledger.lines.last.map { $0.state != HSW_LINE_TRYING } ?? true }
    for on: UInt32 in [0, 0, 1, 1, 0, 1] {
      let before = near.ledger.lines.count
      let outcome = try stage.outcome(near.setRegistered(on))
      func isSettled() -> Bool {
        guard let last = near.ledger.lines.last else { return false }
        return on == 0 ? last.state != HSW_LINE_READY : last.state == HSW_LINE_READY || last.state == HSW_LINE_DOWN && last.fault != nil
      }
      guard stage.wait(.seconds(30), until: isSettled) else {
        throw TestFailure("line.set_registered(\(on)) \(Stage.describe(outcome)), and no report_line says so within 30 s")
      }
      try stage.settle(.seconds(2))
      let news = near.ledger.lines.dropFirst(before).map(\.state)
      for (state, name) in [(HSW_LINE_READY, "HSW_LINE_READY"), (HSW_LINE_TRYING, "HSW_LINE_TRYING"), (HSW_LINE_DOWN, "HSW_LINE_DOWN")] {
        let count = news.count { $0 == state }
        guard count <= 1 else { throw TestFailure("report_line gave \(name) \(count) times after line.set_registered(\(on))") }
      }
      if on == 0, news.contains(HSW_LINE_READY) { throw TestFailure("report_line gave HSW_LINE_READY after line.set_registered(0)") }
      try stage.settle(.seconds(60))
      guard isSettled() else { throw TestFailure("the state of the line after line.set_registered(\(on)) did not last a minute") }
    }
    for value: UInt32 in [2, .max] {
      let before = near.ledger.lines.count
      try stage.expect(near.setRegistered(value), refused: HSW_E_RANGE)
      try stage.settle(.seconds(1))
      guard near.ledger.lines.count == before else { throw TestFailure("report_line came after line.set_registered(\(value)) was refused") }
    }
    if near.ledger.lines.last?.state == HSW_LINE_READY { try stage.hangUp(stage.connect()) }
    try stage.refuse(.code)
    try stage.tearDown()
  }

  // MARK: reset

  private static func reset(_ run: TestRun) throws {
    let stage = try run.stage()
    for isBusy in stage.loop.isRealTime ? [false] : [false, true] {
      try CallSituation.forEach(CallSituation.all, stage) { situation in
        let call = try situation.make(stage)
        if isBusy {
          for act in try CallAct.cancellable(stage) where act.isPossible(in: situation) {
            try stage.ifOffered { _ = try act.begin(stage, call) }
          }
        }
        let lines = stage.near.ledger.lines.count
        try stage.near.reset()
        stage.dismissPeer()
        try stage.settle(.seconds(20))
        try stage.refuse(.afterReset, .endedTwice, .unknownCall)
        guard stage.near.ledger.phase == .active else { throw TestFailure("`deactivated` came after a reset of an active instance") }
        // The line has nothing to do with it.
        guard stage.near.ledger.lines.dropFirst(lines).allSatisfy({ $0.state == HSW_LINE_READY }) else {
          throw TestFailure("report_line says that the line is not ready after a reset")
        }
        for connect in [Stage.connect, Stage.answered] {
          let next = try connect(stage)()
          try stage.expectSight(next, FarSight(), "the first call after a reset")
          try stage.hangUp(next)
        }
      }
    }
    try stage.tearDown()
  }
}
