internal import ConformanceHarness
internal import TransportABI

/// The group `handover`: a running instance passes its calls to a new version (the draft extension handover/1, by HSW_HANDOVER_CALLS).
enum HandoverTests {
  private static let owed = Requirement.offered(HSW_EXT_HANDOVER)

  static let all: [ConformanceTest] = [
    ConformanceTest(
      "handover.roundtrip", owed, "In each state of a call the call moves, goes on and ends once, and so does each pending action",
      budget: .seconds(60), body: roundtrip),
    ConformanceTest(
      "handover.refused", owed, "After a handover that is refused at any step the old instance goes on exactly as before",
      budget: .seconds(60), body: refused),
    ConformanceTest(
      "handover.busy", owed, "A handover that was busy or has failed can be tried again", budget: .seconds(60), body: busy),
    ConformanceTest(
      "handover.silent", owed, "Between give and settle no report comes, nothing goes out, and nothing is read", budget: .seconds(60),
      body: silent),
    ConformanceTest(
      "handover.garbage", owed, "A parcel that is cut short, random, of a later version or of another transport is refused",
      budget: .seconds(60), body: garbage),
    ConformanceTest(
      "handover.fds", owed, "Each descriptor of a parcel is closed by its owner, and none reaches a child", budget: .seconds(30), body: fds),
  ]

  // MARK: runs of a situation

  /// A run of one situation: with a handover, or undisturbed as the control.
  struct Play {
    let run: TestRun
    let library: PluginLibrary
    let situation: HandoverSituation

    /// Plays the situation, with `disturb` between its two halves.
    func callAsFunction(_ disturb: (Stage, [CallSound]) throws -> Void) throws -> Transcript {
      let stage = try run.created(in: library)
      try stage.bringUp()
      stage.near.host.book { $0.transcript.forget() }
      let scene = try situation.enter(stage)
      try disturb(stage, scene.sounds)
      try scene.goOn(stage)
      // A handle that was used before may not come again.
      try stage.hangUp(stage.ringing())
      try stage.hangUp(stage.connect())
      let transcript = stage.near.ledger.transcript
      try stage.tearDown()
      return transcript
    }

    /// The undisturbed run; nil when the plugin cannot play the situation, which other tests judge.
    func control(_ pause: Duration? = nil) -> Transcript? {
      do {
        return try self { stage, _ in if let pause { try stage.settle(pause) } }
      } catch {
        run.note("left out: \(situation.name): \(error)")
        return nil
      }
    }

    /// Plays it with `disturb`, which returns the parts of the reports that must be equal, and fails if they are not the control's.
    func require(
      like control: Transcript, _ what: String, _ disturb: (Stage, [CallSound]) throws -> Transcript.Comparison
    ) throws {
      let place = "\(situation.name), \(what)"
      var comparison: Transcript.Comparison = []
      do {
        let transcript = try self { comparison = try disturb($0, $1) }
        if let difference = transcript.difference(from: control, "with it", "without", comparison) { throw TestFailure(difference) }
      } catch let failure as TestFailure {
        throw failure.told(place)
      } catch let skip as TestSkip {
        throw TestFailure("\(place): \(skip.reason), and without a handover it works")
      }
    }
  }

  /// Returns the situations to play: a few for plugins in real time, where each takes seconds.
  static func situations(_ stage: Stage) -> [HandoverSituation] {
    guard stage.loop.isRealTime else { return HandoverSituation.all }
    let few: Set<String> = ["a start that is pending", "a held call", "digits that are being sent"]
    return HandoverSituation.all.filter { few.contains($0.name) }
  }

  /// Returns a stage without calls, once the plugin has said that it hands over calls.
  static func began(_ run: TestRun) throws -> Stage {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_HANDOVER)
    try stage.near.needHandoverOfCalls()
    _ = try stage.peer
    return stage
  }

  /// Runs `body` for each situation that the plugin can play, with the reports of the undisturbed run.
  static func forEach(_ run: TestRun, pause: Duration? = nil, _ body: (Stage, Play, Transcript) throws -> Void) throws {
    let first = try began(run)
    var played = 0
    for situation in situations(first) {
      let play = Play(run: run, library: first.library, situation: situation)
      guard let control = play.control(pause) else { continue }
      played += 1
      try body(first, play, control)
    }
    try first.tearDown()
    guard played > 0 else { throw TestSkip("the far end can play none of the situations") }
  }

  // MARK: rows

  private static func roundtrip(_ run: TestRun) throws {
    try forEach(run) { first, play, control in
      let times: Transcript.Comparison = first.loop.isRealTime ? [] : .times
      try play.require(like: control, "handed over") { stage, sounds in
        let handover = Handover(stage, sounds: sounds)
        try handover.run()
        return handover.wasBusy ? [] : times
      }
      try play.require(like: control, "handed over twice, a few bytes at a time") { stage, sounds in
        let handovers = [7, 1].map { portion in { Handover(stage, portion: portion, sounds: sounds) } }
        let wasBusy = try handovers.map { make in
          let handover = make()
          try handover.run()
          return handover.wasBusy
        }
        return wasBusy.contains(true) ? [] : times
      }
      let delay = Duration.milliseconds(500)
      guard !first.loop.isRealTime, let late = play.control(delay) else { return }
      try play.require(like: late, "handed over half a second after prepare") { stage, sounds in
        let handover = Handover(stage, sounds: sounds)
        try handover.run(after: delay)
        return handover.wasBusy ? [] : times
      }
    }
  }
}
