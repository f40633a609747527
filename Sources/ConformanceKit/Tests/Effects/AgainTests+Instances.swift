internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

// Two instances of one library, with handles that overlap.
extension AgainTests {
  static func instancesApart(_ run: TestRun) throws {
    let stage = try run.stage()
    // A far end that is an instance itself, or a program, serves one instance.
    guard try stage.peer is TestPeer else { throw TestSkip("the far end of the second instance is not the plugin's own test-peer") }
    let one = ApartInstance(stage, stage.near)
    let name = one.instance.ledger.providerName
    let other = try ApartInstance(stage, stage.another(config: otherConfiguration(run, stage.near)))
    try Stage.bringUp(other.instance)
    try stage.settle()
    guard one.instance.ledger.providerName == name else {
      throw TestFailure("the activate of one instance made another report its provider")
    }
    try settings(stage, one, other)
    let pairs = try (0..<2).map { _ in (try one.connect(), try other.connect()) }
    for (mine, theirs) in pairs where mine.id != theirs.id {
      throw TestFailure("the kit's handles should overlap: \(mine) and \(theirs)")
    }
    for (mine, theirs) in pairs { try changes(stage, one, mine, other, theirs) }
    try incoming(stage, one, other)
    // The same call at both: one ends, the other goes on.
    for (index, (mine, theirs)) in pairs.enumerated() {
      try stage.complete(one.instance.end(mine), of: one.instance)
      try stage.settle(.seconds(2))
      try other.require(theirs, "calls.end of \(mine) in another instance")
      if index == 0 { try stage.complete(other.instance.end(theirs), of: other.instance) }
    }
    try lines(stage, one, other, pairs[1].1)
    try ends(stage, one, other, pairs[1].1)
    for instance in [one.instance, other.instance] {
      let kinds: Set<Breach.Kind> = [.unknownCall, .unknownAction, .secondWord, .endedTwice, .afterEnded, .afterReset, .handle]
      if let breach = instance.ledger.breaches.first(where: { kinds.contains($0.kind) }) { throw TestFailure(breach) }
    }
  }

  /// Returns a configuration of the second instance that differs, as far as the schema has values for that.
  private static func otherConfiguration(_ run: TestRun, _ instance: PluginInstance) throws -> String? {
    guard let schema = try? ConfigTests.schema(of: instance) else { return nil }
    var members = ConfigTests.base(run)
    for setting in schema.settings where ["name", "display-name"].contains(setting.name) {
      guard let value = setting.another(than: members.first(where: { $0.name == setting.name })?.value) else { continue }
      members = ConfigTests.members(members, setting.name, value)
    }
    return members.isEmpty ? nil : JSONValue.object(members).text
  }

  private static func settings(_ stage: Stage, _ one: ApartInstance, _ other: ApartInstance) throws {
    try stage.ifOffered {
      let before = (one.instance.ledger.providerName, one.instance.ledger.maxCalls, one.instance.ledger.lines.count)
      _ = try stage.outcome(other.instance.apply(otherConfiguration(stage.run, other.instance) ?? ""), of: other.instance)
      try stage.settle()
      let after = (one.instance.ledger.providerName, one.instance.ledger.maxCalls, one.instance.ledger.lines.count)
      guard before == after else { throw TestFailure("config.apply of one instance made another report its provider or its line") }
    }
  }

  /// Changes the call of one instance, and then of the other one with the same handle.
  private static func changes(
    _ stage: Stage, _ one: ApartInstance, _ mine: CallRef, _ other: ApartInstance, _ theirs: CallRef
  ) throws {
    for (active, call, idle, same) in [(one, mine, other, theirs), (other, theirs, one, mine)] {
      let before = try idle.sight(same)
      let record = idle.instance.ledger.calls[same.id]
      for what in 0..<5 {
        try stage.ifOffered {
          let near = active.instance
          let action: ActionRef
          switch what {
          case 0: action = try near.setHeld(call, 1)
          case 1: action = try near.setMuted(call, 1)
          case 2: action = try near.play(call, "7\(what)")
          case 3: action = try near.setHeld(call, 0)
          default: action = try near.setMuted(call, 0)
          }
          _ = try stage.outcome(action, of: near)
          try stage.settle(.milliseconds(200))
          if let difference = before.difference(from: try idle.sight(same)) {
            throw TestFailure("\(action.function) in one instance changed \(same) of another: \(difference)")
          }
        }
      }
      try stage.ifOffered {
        try active.order(.dtmf("3"), call)
        try stage.settle(.milliseconds(200))
      }
      let now = idle.instance.ledger.calls[same.id]
      guard now?.states == record?.states, now?.digits == record?.digits, now?.stage == record?.stage else {
        throw TestFailure("reports about \(call) of one instance came from another, which has a call with the same handle")
      }
    }
  }

  private static func incoming(_ stage: Stage, _ one: ApartInstance, _ other: ApartInstance) throws {
    for (active, idle) in [(one, other), (other, one)] {
      let before = (active.instance.ledger.incomingOrder.count, idle.instance.ledger.incomingOrder.count)
      try active.callUs()
      _ = stage.wait(.seconds(10)) { active.instance.ledger.incomingOrder.count > before.0 }
      try stage.settle(.milliseconds(200))
      guard active.instance.ledger.incomingOrder.count == before.0 + 1, idle.instance.ledger.incomingOrder.count == before.1 else {
        throw TestFailure("a call to one instance was reported by another, or not at all")
      }
    }
    // The far ends of both give up.
    for each in [one, other] {
      guard let id = each.instance.ledger.incomingOrder.last else { continue }
      try each.order(.end, CallRef(id: id))
    }
    try stage.settle(.seconds(1))
  }

  private static func lines(_ stage: Stage, _ one: ApartInstance, _ other: ApartInstance, _ theirs: CallRef) throws {
    try stage.ifOffered {
      let before = other.instance.ledger.lines.count
      _ = try stage.outcome(one.instance.setRegistered(0), of: one.instance)
      try stage.settle(.seconds(2))
      guard other.instance.ledger.lines.count == before else {
        throw TestFailure("set_registered(0) of one instance made another report its line")
      }
      let call = try other.connect()
      try stage.complete(other.instance.end(call), of: other.instance)
      _ = try stage.outcome(one.instance.setRegistered(1), of: one.instance)
      try stage.settle(.seconds(2))
    }
    try other.require(theirs, "set_registered in another instance")
  }

  /// Resets, deactivates and destroys one instance, while the other has a call.
  private static func ends(_ stage: Stage, _ one: ApartInstance, _ other: ApartInstance, _ theirs: CallRef) throws {
    _ = try one.connect()
    try one.instance.reset()
    try stage.settle(.seconds(1))
    try other.require(theirs, "reset of another instance")
    _ = try one.connect()
    try one.instance.deactivateAndWait(stage)
    try stage.settle(.seconds(1))
    try other.require(theirs, "deactivate of another instance")
    try one.instance.destroy()
    try stage.settle(.seconds(1))
    try other.require(theirs, "destroy of another instance")
    let next = try other.connect()
    for call in [next, theirs] { try stage.complete(other.instance.end(call), of: other.instance) }
    try other.instance.destroy()
  }
}

/// An instance with the far end that its own test-peer plays.
private struct ApartInstance {
  let stage: Stage
  let instance: PluginInstance
  let far: TestPeer

  init(_ stage: Stage, _ instance: PluginInstance) {
    self.stage = stage
    self.instance = instance
    far = TestPeer(of: instance)
  }

  func connect() throws -> CallRef {
    let call = try stage.dial(instance, far.target())
    try far.order(.answer, call)
    try stage.expect(call, is: .active, of: instance)
    return call
  }

  func callUs() throws { try far.callUs(from: CallTarget(far.target().kindText, "5550142")) }

  func order(_ order: PeerOrder, _ call: CallRef) throws { try far.order(order, call) }

  func sight(_ call: CallRef) throws -> FarSight { FarSight(try far.see(call)) }

  /// Fails unless the call is up at both ends.
  func require(_ call: CallRef, _ after: String) throws {
    guard instance.ledger.calls[call.id]?.isUp == true else { throw TestFailure("\(call) of one instance was ended by \(after)") }
    guard try sight(call).state == "active" else {
      throw TestFailure("the far end of \(call) of one instance sees it ended after \(after)")
    }
  }
}
