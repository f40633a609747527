internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

/// The rows about configurations that change while calls are up.
enum ConfigCallTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "config.mid-call", .offered(HSW_EXT_CONFIG),
      "While configurations change, calls go on as they were, and can be held, muted and ended",
      budget: .seconds(90), body: midCall),
    ConformanceTest(
      "config.whole", .offered(HSW_EXT_CONFIG), "A configuration replaces the whole one before: what it leaves out is as by default",
      budget: .seconds(60), body: whole),
  ]

  /// Returns valid configurations, each with one setting that differs from the run's own.
  ///
  /// Settings that could move the instance away from its far end are left out: numbers, names of hosts, ports, secrets and limits.
  private static func changed(_ run: TestRun, _ stage: Stage) throws -> [(name: String, text: String)] {
    let schema = try ConfigTests.schema(of: stage.near)
    let base = ConfigTests.base(run)
    var configurations: [(name: String, text: String)] = [("nothing", run.settings.near)]
    for setting in schema.settings where !setting.isSecret {
      guard let value = setting.another(than: base.first(where: { $0.name == setting.name })?.value) else { continue }
      configurations.append((setting.name, JSONValue.object(ConfigTests.members(base, setting.name, value)).text))
    }
    return configurations
  }

  private static func midCall(_ run: TestRun) throws {
    let stage = try run.stage()
    let configurations = try changed(run, stage)
    var proof = ActProof()
    let acts = proof.working(CallAct.changes, in: CallSituation.connected, stage)
    let crowd = try ManyTests.Crowd(stage, min(ManyTests.room(stage), 5), of: CallSituation.connected)
    guard let first = crowd.calls.first else { throw TestSkip("no call can be made") }
    for configuration in stage.loop.isRealTime ? Array(configurations.prefix(3)) : configurations {
      let answer = try stage.outcome(stage.near.apply(configuration.text))
      try stage.settle(.seconds(2))
      // A setting may conflict with others in a way that no schema can tell; then nothing has changed.
      try crowd.requireOthers(stage, -1, "config.apply that changes \(configuration.name) \(answer == .done ? "" : "and was refused")")
    }
    // Back to the settings that reach the far end.
    _ = try stage.outcome(stage.near.apply(run.settings.near))
    try stage.settle(.seconds(2))
    for (call, situation) in zip(crowd.calls, crowd.situations) {
      for act in acts { try stage.ifOffered { try act.play(stage, call, in: situation, stays: .seconds(1)) } }
    }
    try sound(stage, first)
    for (index, call) in crowd.calls.enumerated() {
      if index.isMultiple(of: 2) { try stage.complete(stage.near.end(call)) } else { try stage.peer.end(call) }
      try stage.expect(call, is: .ended)
      try stage.expectPeer(call, "the call ended") { $0.state == "ended" }
    }
    try stage.hangUp(stage.connect())
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  /// Requires that audio flows while the configuration changes.
  private static func sound(_ stage: Stage, _ call: CallRef) throws {
    try stage.ifOffered {
      try stage.near.needAudio()
      if try stage.record(call).isHeldRemotely { try stage.holdThere(call, false) }
      try stage.ifOffered { try stage.complete(stage.near.setHeld(call, 0)) }
      try stage.peer.order(.echo, call)
      let sound = try stage.sound(call)
      try sound.requireFlow("before config.apply")
      _ = try stage.outcome(stage.near.apply(stage.run.settings.near))
      try sound.requireFlow("after config.apply with the same configuration")
      try sound.detach()
    }
  }

  // MARK: the whole configuration

  private static func whole(_ run: TestRun) throws {
    let stage = try run.stage()
    let base = run.settings.near
    func look() throws -> [String] {
      try ConfigTests.requireTaken(stage, .object(ConfigTests.base(run)), "the run's own configuration")
      return try sight(stage)
    }
    let before = try look()
    // Some dumps differ each time, for example in counters.
    let showsDump = try look() == before
    for (name, text) in try changed(run, stage) where text != base {
      guard try stage.outcome(stage.near.apply(text)) == .done else { continue }
      let after = try look()
      for (was, now) in zip(before, after).prefix(showsDump ? 3 : 2) where was != now {
        throw TestFailure(
          "config.apply that leaves \(name) out keeps what it was set to before: \(now.prefix(200)), should be \(was.prefix(200))")
      }
    }
    try stage.tearDown()
  }

  /// Returns what shows of the configuration in force, after a new activation: the provider's name, its limit, and the dump.
  private static func sight(_ stage: Stage) throws -> [String] {
    try stage.near.deactivateAndWait(stage)
    guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after config.apply") }
    try stage.settle()
    var dump = ""
    try stage.ifOffered { dump = String(decoding: try stage.near.dump(level: 5).bytes, as: UTF8.self) }
    let ledger = stage.near.ledger
    return ["name \"\(ledger.providerName ?? "")\"", "max_calls \(ledger.maxCalls ?? 0)", dump]
  }
}
