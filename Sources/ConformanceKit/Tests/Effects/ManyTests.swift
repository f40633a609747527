internal import ConformanceHarness
internal import TransportABI

/// The rows about several calls at once, each in another state: what is about one reaches that one and no other.
enum ManyTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.many-states", .must, "Of several calls in different states each action and each report reaches its own, oldest and newest",
      budget: .seconds(90), body: manyStates),
    ConformanceTest(
      "action.many-ends", .must, "Several calls end in any order, by either end, and the others notice nothing", budget: .seconds(90),
      body: manyEnds),
    ConformanceTest(
      "action.many-pending", .must, "Actions that are pending on several calls at once are completed on their own calls",
      budget: .seconds(60),
      body: manyPending),
    ConformanceTest(
      "action.many-random", .must, "Thousands of random steps on several calls leave each far end as the steps say", budget: .seconds(90),
      body: manyRandom),
    ConformanceTest(
      "group.effect", .offered(HSW_EXT_GROUP), "Calls join, change and leave groups in any order, and each far end sees its own",
      budget: .seconds(60), body: groups),
    ConformanceTest(
      "media.many-tones", .offered(HSW_EXT_AUDIO), "Of several calls at once each carries its own tone, in both directions, to its own end",
      budget: .seconds(90), body: tones),
  ]

  /// Returns the number of calls that a row makes: at most 16, and few with a far end in real time.
  static func room(_ stage: Stage) throws -> Int {
    let limit = try stage.callLimit()
    let most = stage.loop.isRealTime ? 4 : 16
    return limit == 0 ? most : min(limit, most)
  }

  /// Calls in different states, with what their far ends should see.
  struct Crowd {
    var calls: [CallRef] = []
    var situations: [CallSituation] = []
    var sights: [FarSight] = []
    var records: [LedgerCall] = []

    /// Makes calls in that many different states, as far as the plugin and its far end can.
    init(_ stage: Stage, _ count: Int, of situations: [CallSituation] = CallSituation.connected + CallSituation.unanswered) throws {
      for situation in situations where calls.count < count {
        try CallSituation.forEach([situation], stage) { situation in
          calls.append(try situation.make(stage))
          self.situations.append(situation)
        }
      }
      try look(stage)
    }

    /// Takes what both ends see now as what they should see.
    mutating func look(_ stage: Stage) throws {
      sights = try calls.map { try stage.sight($0) }
      records = try calls.map { try stage.record($0) }
    }

    /// Fails unless each call but `index` is at both ends as it was.
    func requireOthers(_ stage: Stage, _ index: Int, _ after: String) throws {
      stage.runWhatIsDue()
      for other in calls.indices where other != index {
        let call = calls[other]
        let record = try stage.record(call)
        let why = "after \(after), which is about another call"
        guard record.isUp else { throw TestFailure("\(call) was reported ended \(why)") }
        guard record.stage == records[other].stage, record.isHeldRemotely == records[other].isHeldRemotely else {
          throw TestFailure("\(call) is \(record.stage.rawValue) \(why), should be \(records[other].stage.rawValue) as before")
        }
        guard record.digits == records[other].digits else { throw TestFailure("report_dtmf gave digits of \(call) \(why)") }
        if let difference = sights[other].difference(from: try stage.sight(call)) {
          throw TestFailure("the far end of \(call) \(why): \(difference)")
        }
      }
    }

    mutating func remove(at index: Int) {
      calls.remove(at: index)
      situations.remove(at: index)
      sights.remove(at: index)
      records.remove(at: index)
    }
  }

  // MARK: one after the other

  private static func manyStates(_ run: TestRun) throws {
    let stage = try run.stage()
    let count = try room(stage)
    try stage.needRoom(for: 2)
    var proof = ActProof()
    let acts = proof.working(CallAct.changes, in: CallSituation.all, stage)
    var crowd = try Crowd(stage, count)
    // The newest, the oldest, the middle ones.
    let order = [crowd.calls.count - 1, 0] + Array(1..<max(1, crowd.calls.count - 1))
    for index in stage.loop.isRealTime ? Array(order.prefix(2)) : order {
      let (call, situation) = (crowd.calls[index], crowd.situations[index])
      for act in acts where act.isPossible(in: situation) {
        try stage.ifOffered {
          try act.play(stage, call, in: situation, stays: .seconds(1))
          try crowd.requireOthers(stage, index, act.name)
        }
      }
      if situation.part == .connected { try farActs(stage, crowd, index) }
      try crowd.look(stage)
    }
    try stage.clearAll()
    try stage.refuse(.endedTwice, .afterEnded, .unknownCall)
    try stage.tearDown()
  }

  /// Lets the far end of one call act, and requires that the reports are about that call.
  private static func farActs(_ stage: Stage, _ crowd: Crowd, _ index: Int) throws {
    let call = crowd.calls[index]
    try stage.ifOffered {
      let isHeld = try stage.record(call).isHeldRemotely
      for held in [!isHeld, isHeld] {
        try stage.holdThere(call, held)
        try crowd.requireOthers(stage, index, "the far end \(held ? "held" : "resumed") a call")
      }
    }
    try stage.ifOffered {
      let heard = try stage.record(call).digits
      // Not each network sends digits of a held call.
      if try stage.record(call).isHeldRemotely || stage.sight(call).isHeld == true { return }
      try stage.peer.send("9\(index)", call)
      guard stage.wait(.seconds(5), until: { stage.near.ledger.calls[call.id]?.digits == heard + "9\(index)" }) else {
        throw TestFailure("the digits of the far end of \(call) were not reported, with \(crowd.calls.count) calls up")
      }
      try crowd.requireOthers(stage, index, "the far end sent digits")
    }
  }

  private static func manyEnds(_ run: TestRun) throws {
    let stage = try run.stage()
    let count = try room(stage)
    try stage.needRoom(for: 2)
    for order in 0..<(stage.loop.isRealTime ? 1 : 4) {
      var crowd = try Crowd(stage, count)
      var turn = 0
      while !crowd.calls.isEmpty {
        let index = [0, crowd.calls.count - 1, crowd.calls.count / 2, turn % crowd.calls.count][order]
        let call = crowd.calls[index]
        let isOurs = (turn + order).isMultiple(of: 2)
        if isOurs { try stage.complete(stage.near.end(call)) } else { try stage.peer.end(call) }
        try stage.expect(call, is: .ended)
        try stage.expectPeer(call, "the call ended") { $0.state == "ended" }
        try crowd.requireOthers(stage, index, "\(isOurs ? "we" : "the far end") ended a call")
        crowd.remove(at: index)
        turn += 1
      }
    }
    try stage.settle(.seconds(40))
    try stage.refuse(.endedTwice, .afterEnded, .unknownCall)
    try stage.tearDown()
  }

  // MARK: at once

  private static func manyPending(_ run: TestRun) throws {
    let stage = try run.stage()
    let count = try room(stage)
    try stage.needRoom(for: 2)
    var proof = ActProof()
    let working = proof.kinds(of: CallAct.changes, in: CallSituation.connected, stage)
    let crowd = try Crowd(stage, count, of: CallSituation.connected + CallSituation.connected)
    for isReversed in [false, true] {
      var wanted = crowd.sights
      var begun: [(place: Int, act: CallAct, action: ActionRef)] = []
      let places = isReversed ? Array(crowd.calls.indices.reversed()) : Array(crowd.calls.indices)
      for place in places {
        wanted[place] = try stage.sight(crowd.calls[place])
        let acts = [
          CallAct.hold(isReversed == place.isMultiple(of: 2) ? 1 : 0), .mute(place.isMultiple(of: 3) ? 1 : 0), .play("\(place)#"),
        ]
        // Not each network sends digits of a held call.
        for act in acts where working.contains(act.kind) && (act.digits == nil || !stage.loop.isRealTime) {
          try stage.ifOffered { begun.append((place, act, try act.begin(stage, crowd.calls[place]))) }
        }
      }
      for (place, act, action) in begun where try stage.outcome(action) == .done { act.change(&wanted[place]) }
      for place in places {
        try stage.expectSightToStay(crowd.calls[place], wanted[place], "since actions on \(count) calls are done", for: .seconds(2))
      }
    }
    try stage.clearAll()
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }
}
