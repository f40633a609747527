internal import ConformanceHarness
internal import TransportABI

/// The rows about the second time and the thousandth: records, slots, handles and instances that are used again.
enum AgainTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.fresh-call", .must, "A new call has nothing of the calls before it: no hold, mute, digits, group or target",
      budget: .seconds(60), body: freshCall),
    ConformanceTest(
      "action.room", .must, "However a call ends or fails, it leaves its room to another, and max_calls stays what it is",
      budget: .seconds(120), body: room),
    ConformanceTest(
      "action.thousand", .must, "The thousand-and-first call works like the first, in both directions", budget: .seconds(90), body: thousand
    ),
    ConformanceTest(
      "action.handles-again", .must, "No handle of an incoming call comes again, after resets and activations either", budget: .seconds(60),
      body: handlesAgain),
    ConformanceTest(
      "action.dead-handles", .must, "A handle is dead however its call ended: each function refuses it, and other calls notice nothing",
      budget: .seconds(90), body: deadHandles),
    ConformanceTest(
      "life.activations", .must, "The hundred-and-first activation is like the first: the same reports, and calls that work",
      budget: .seconds(90), body: activations),
    ConformanceTest(
      "life.instances-apart", .must, "Two instances with calls of the same handles share no call, action, setting, line or end",
      budget: .seconds(60), body: instancesApart),
    ConformanceTest(
      "load.counted-nested", .must, "Loads and unloads in any order leave the library usable until the last one", budget: .seconds(30),
      body: nestedLoads),
  ]

  // MARK: what is left of earlier calls

  private static func freshCall(_ run: TestRun) throws {
    let stage = try run.stage()
    _ = try stage.peer.target()
    if stage.loop.isRealTime { throw TestSkip("with a real clock the calls of many rounds take too long") }
    let count = try ManyTests.room(stage)
    // Some plugins keep a few dozen records of calls, and use each again after the others.
    let rounds = max(3, 150 / (2 * count))
    for round in 0..<rounds {
      // Last, since a reset may empty the records of all calls.
      let isReset = round == rounds - 1
      try use(stage, count)
      if isReset {
        try stage.near.reset()
        stage.dismissPeer()
      } else {
        try stage.clearAll()
      }
      // Both directions. One call fewer, so that over the rounds each record serves both kinds of calls.
      for place in 0..<max(1, count - 1) {
        let call = try place.isMultiple(of: 2) ? stage.connect() : stage.answered()
        let after = isReset ? "of the first calls after a reset" : "of a call after others that were held, muted and grouped"
        try stage.expectSight(call, FarSight(), after)
        let record = try stage.record(call)
        guard record.stage == .active, !record.isHeldRemotely, record.digits.isEmpty else {
          throw TestFailure("\(call) began as \(record.stage.rawValue), with what was reported of an earlier call")
        }
      }
      try stage.clearAll()
    }
    try stage.refuse(.stateOrder, .endedTwice, .afterEnded, .afterReset)
    try stage.tearDown()
  }

  /// Makes calls, and changes all that can be changed of each.
  private static func use(_ stage: Stage, _ count: Int) throws {
    var calls: [CallRef] = []
    for place in 0..<count {
      let call = try place.isMultiple(of: 2) ? stage.answered() : stage.connect()
      // First, since a second instance of the plugin sends no sound while the call is held.
      try stage.ifOffered { try stage.peer.order(.tone(hertz: 440), call) }
      try stage.ifOffered { try stage.complete(stage.near.play(call, "12#")) }
      try stage.ifOffered { try stage.complete(stage.near.setMuted(call, 1)) }
      try stage.ifOffered { if let first = calls.first { _ = try stage.outcome(stage.near.setGroup(call, with: first)) } }
      try stage.ifOffered { try stage.complete(stage.near.setHeld(call, 1)) }
      try stage.ifOffered { try stage.holdThere(call, true) }
      calls.append(call)
    }
  }

  // MARK: the thousandth

  private static func thousand(_ run: TestRun) throws {
    let stage = try run.stage()
    let isQuick = try stage.peer is TestPeer && !stage.loop.isRealTime
    var proof = ActProof()
    let acts = proof.working(CallAct.changes, in: Array(CallSituation.connected.prefix(2)), stage)
    for number in 1...(isQuick ? 1001 : 30) {
      do {
        let call = try number.isMultiple(of: 3) ? stage.answered() : stage.connect()
        if number % 100 == 1 { try use(stage, call, acts) }
        if number.isMultiple(of: 2) {
          try stage.complete(stage.near.end(call))
          try stage.expectEnd(call, HSW_END_LOCAL)
        } else {
          try stage.peer.end(call)
          try stage.expectEnd(call, HSW_END_REMOTE)
        }
      } catch let failure as TestFailure {
        throw failure.told("call \(number)")
      }
      if number.isMultiple(of: 100) {
        try stage.refuse(.handle, .endedTwice, .unknownCall)
        // Handles that come again are another row's.
        stage.near.host.book { $0.forgetWhatIsOver() }
      }
    }
    let last = try stage.connect()
    try use(stage, last, acts)
    try stage.hangUp(last)
    try stage.tearDown()
  }

  private static func use(_ stage: Stage, _ call: CallRef, _ acts: [CallAct]) throws {
    let situation = CallSituation("one of very many", .connected) { _ in call }
    for act in acts { try stage.ifOffered { try act.play(stage, call, in: situation, stays: .milliseconds(100)) } }
  }

  private static func handlesAgain(_ run: TestRun) throws {
    let stage = try run.stage()
    func take(_ count: Int) throws {
      for _ in 0..<count {
        let call = try stage.incoming()
        try stage.peer.end(call)
        try stage.expect(call, is: .ended)
      }
    }
    do {
      try take(3)
      for round in 0..<(stage.loop.isRealTime ? 2 : 10) {
        if round.isMultiple(of: 2) {
          _ = try stage.incoming()
          try stage.near.reset()
          stage.dismissPeer()
        } else {
          try stage.near.deactivateAndWait(stage)
          guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after deactivate") }
        }
        try take(3)
      }
    } catch let failure as TestFailure {
      try stage.refuse(.handle)
      throw failure
    }
    try stage.refuse(.handle)
    try stage.tearDown()
  }

  // MARK: activations

  private static func activations(_ run: TestRun) throws {
    let stage = try run.created()
    let start = try stage.near.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init answered \(start.text)") }
    var first: [UInt32]?
    let rounds = stage.loop.isRealTime ? 5 : 101
    for round in 1...rounds {
      let lines = stage.near.ledger.lines.count
      let outcome = try stage.near.activate()
      guard outcome.status == HSW_OK else { throw TestFailure("instance.activate answered \(outcome.text) the \(round)th time") }
      try stage.settle(.milliseconds(100))
      let said = stage.near.ledger.lines.dropFirst(lines).map(\.state)
      if let first, first != said, !stage.loop.isRealTime {
        throw TestFailure("the \(round)th activate reported the line states \(said), and the first \(first)")
      }
      first = first ?? said
      try call(stage, round)
      let status = try stage.near.deactivate(drain: 0)
      guard status >= 0 else { throw TestFailure("instance.deactivate answered \(StatusName.of(status)) the \(round)th time") }
      guard stage.wait(.seconds(5), until: { stage.near.ledger.phase == .initialised }) else {
        throw TestFailure("`deactivated` did not come within 5 s the \(round)th time")
      }
    }
    try stage.refuse(.endedTwice, .afterEnded, .phase, .unknownCall)
    try stage.near.destroy()
  }

  /// Makes a call in some rounds: one that ends, and one that the deactivation ends.
  private static func call(_ stage: Stage, _ round: Int) throws {
    guard round <= 3 || round.isMultiple(of: 10) || round == 101 else { return }
    do {
      let call = try round.isMultiple(of: 2) ? stage.answered() : stage.connect()
      if !round.isMultiple(of: 10) { try stage.hangUp(call) }
    } catch let failure as TestFailure {
      throw failure.told("in the \(round)th activation")
    } catch is TestSkip {
      return
    }
  }

  // MARK: loads

  private static func nestedLoads(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    func make(_ depth: Int) throws {
      let stage = try run.created(in: library)
      try stage.bringUp()
      if let call = try stage.dialIfPossible() { try stage.hangUp(call) }
      try stage.tearDown()
      try requireLoaded(run, library, true, "with \(depth) loads")
    }
    // The depth after each step; the library is used at each.
    var depth = 0
    for step in [1, 1, -1, 1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1] {
      if step > 0 {
        let status = try library.load()
        guard status == HSW_OK else { throw TestFailure("entry.load answered \(StatusName.of(status)) with \(depth) loads before it") }
      } else {
        try library.unload()
      }
      depth += step
      if depth > 0 { try make(depth) } else { try requireLoaded(run, library, false, "after as many unloads as loads") }
    }
    for _ in 0..<200 { guard try library.load() == HSW_OK else { throw TestFailure("entry.load failed within 200 loads in a row") } }
    for _ in 0..<199 { try library.unload() }
    try make(1)
    try library.unload()
    try requireLoaded(run, library, false, "after as many unloads as loads")
  }

  /// Requires that create works if the library is loaded, and gets HSW_E_STATE if it is not.
  private static func requireLoaded(_ run: TestRun, _ library: PluginLibrary, _ isLoaded: Bool, _ when: String) throws {
    let creation = try Stage.create(run, library, VirtualLoop(), .full, config: run.settings.near)
    if let instance = creation.instance { try instance.destroy() }
    let wanted = isLoaded ? HSW_OK : HSW_E_STATE
    guard creation.outcome.status != wanted else { return }
    throw TestFailure("entry.create answered \(creation.outcome.text) \(when), should be \(StatusName.of(wanted))")
  }
}
