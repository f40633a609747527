internal import ConformanceHarness
internal import TransportABI

// Random steps on several calls, and groups, with the far ends as the oracle.
extension ManyTests {
  /// Plays random steps, and compares all far ends with the model after each.
  private struct RandomWalk {
    let stage: Stage
    var model = FarModel()
    var random: SeededNumbers
    /// The last steps, for the sentence of a failure.
    var steps: [String] = []
    let room: Int
    /// The functions that work on one call alone.
    let working: Set<String>

    init(_ stage: Stage, _ seed: UInt64, room: Int) {
      self.stage = stage
      self.room = room
      random = SeededNumbers(seed)
      var proof = ActProof()
      working = proof.kinds(of: CallAct.changes, in: Array(CallSituation.connected.prefix(2)), stage)
    }

    /// The calls that are connected, oldest first.
    var connected: [CallRef] {
      stage.near.ledger.handles { $0.stage == .active || $0.stage == .held }.map { CallRef(id: $0) }
    }

    mutating func step() throws {
      let up = connected
      if up.count < 2 || (up.count < room && random.below(6) == 0) { return try begin() }
      let call = up[random.below(up.count)]
      switch random.below(10) {
      case 0 where up.count > 2: try end(call)
      case 0, 1, 2: try change(call, .held(random.below(2) == 0))
      case 3, 4: try change(call, .muted(random.below(2) == 0))
      case 5, 6: try change(call, .digits(String(random.below(10))))
      case 7: try change(call, .grouped(with: nil))
      case 8: try change(call, .grouped(with: up[random.below(up.count)].id))
      default: try far(call)
      }
    }

    private mutating func begin() throws {
      let call = try random.below(2) == 0 ? stage.connect() : stage.answered()
      note("begin", call)
      model.follow(call.id)
    }

    private mutating func end(_ call: CallRef) throws {
      let isOurs = random.below(2) == 0
      note(isOurs ? "end" : "the far end ends", call)
      if isOurs { try stage.complete(stage.near.end(call)) } else { try stage.peer.end(call) }
      try stage.expect(call, is: .ended)
      try stage.expectPeer(call, "the call ended") { $0.state == "ended" }
      model.take(.gone, on: call.id)
    }

    private mutating func change(_ call: CallRef, _ effect: FarModel.Effect) throws {
      note("\(effect)", call)
      try stage.ifOffered {
        let action: ActionRef
        switch effect {
        case .held where !working.contains("hold.set_held"), .muted where !working.contains("mute.set_muted"),
          .digits where !working.contains("dtmf.play"):
          return
        case .held(let on): action = try stage.near.setHeld(call, on ? 1 : 0)
        case .muted(let on): action = try stage.near.setMuted(call, on ? 1 : 0)
        case .digits(let digits): action = try stage.near.play(call, digits)
        case .grouped(let other):
          if other == call.id { return }
          action = try stage.near.setGroup(call, with: other.map { CallRef(id: $0) })
        case .gone: return
        }
        if try stage.outcome(action) == .done { model.take(effect, on: call.id) }
      }
    }

    private mutating func far(_ call: CallRef) throws {
      let record = try stage.record(call)
      note(record.isHeldRemotely ? "the far end resumes" : "the far end holds", call)
      try stage.ifOffered { try stage.holdThere(call, !record.isHeldRemotely) }
    }

    private mutating func note(_ words: String, _ call: CallRef) {
      steps.append("\(words) (\(call))")
      if steps.count > 6 { steps.removeFirst() }
    }

    func judge() throws {
      stage.runWhatIsDue()
      guard let difference = try difference() else { return }
      // On a real clock the messages of the last step may still be under way.
      let isSeenLater = stage.loop.isRealTime && stage.wait(.seconds(2)) { (try? self.difference()) == .some(nil) }
      guard isSeenLater else { throw TestFailure("\(difference); \(story)") }
    }

    /// The first difference between the far ends and the model; nil when there is none.
    private func difference() throws -> String? {
      var views: [UInt64: PeerView] = [:]
      for call in model.calls { views[call] = try stage.peer.see(CallRef(id: call)) }
      let up = Set(connected.map(\.id))
      if let lost = model.calls.first(where: { !up.contains($0) }) {
        return "\(CallRef(id: lost)) is not up any more, and nobody ended it"
      }
      for (call, view) in views where view.state != "active" {
        return "the far end of \(CallRef(id: call)) sees it \(view.state), should be active"
      }
      return model.difference(from: views)
    }

    private var story: String { "the last steps were: \(steps.joined(separator: ", "))" }
  }

  static func manyRandom(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 3)
    let count = stage.loop.isRealTime ? 40 : 5000
    var walk = RandomWalk(stage, run.seed, room: try room(stage))
    for _ in 0..<count {
      try walk.step()
      try walk.judge()
      if walk.stage.near.ledger.calls.count > 60 { stage.near.host.book { $0.forgetWhatIsOver() } }
    }
    try stage.clearAll()
    try stage.tearDown()
  }

  // MARK: groups

  static func groups(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_GROUP)
    try stage.needRoom(for: 4)
    let crowd = try Crowd(stage, min(room(stage), 6), of: CallSituation.connected)
    var model = FarModel()
    for (call, sight) in zip(crowd.calls, crowd.sights) { model.follow(call.id, sight) }
    // Pairs of places; nil leaves the group. Repetitions change nothing.
    let steps: [(Int, Int?)] = [
      (0, 1), (0, 1), (2, 3), (1, 0), (3, 1), (2, nil), (2, nil), (0, 2), (3, nil), (1, nil), (3, 2), (1, 2), (0, nil), (0, 3), (2, nil),
      (3, nil),
    ]
    for (place, other) in steps {
      let (call, with) = (crowd.calls[place], other.map { crowd.calls[$0] })
      let words = "group.set_group of call \(place + 1) \(other.map { "with call \($0 + 1)" } ?? "alone")"
      // A network may have room for fewer groups.
      if case .done = try stage.outcome(stage.near.setGroup(call, with: with)) { model.take(.grouped(with: with?.id), on: call.id) }
      try require(stage, crowd, model, words)
      try stage.settle(.seconds(2))
      try require(stage, crowd, model, "\(words), a while later")
    }
    try stage.expect(stage.near.setGroup(crowd.calls[0], with: CallRef(id: 0x7FFF_0000)), refused: HSW_E_NOCALL)
    try require(stage, crowd, model, "a group with no call was refused")
    try stage.clearAll()
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  private static func require(_ stage: Stage, _ crowd: Crowd, _ model: FarModel, _ after: String) throws {
    try stage.expectUp(crowd.calls, after: after)
    var views: [UInt64: PeerView] = [:]
    for call in crowd.calls { views[call.id] = try stage.peer.see(call) }
    if let difference = model.difference(from: views) { throw TestFailure("after \(after): \(difference)") }
  }
}
