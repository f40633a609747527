internal import ConformanceHarness
internal import TransportABI

/// Something that a host does again and again in months, after which nothing is left.
struct LeakActivity: Sendable {
  /// Its name in the plural, as in `calls that the far end declines`.
  let name: String
  let play: @Sendable (Stage) throws -> Void

  init(_ name: String, _ play: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.play = play
  }

  /// Calls, by the way in which they begin, what is done with them, and how they end.
  static let calls: [LeakActivity] = [
    LeakActivity("outgoing calls") { try $0.hangUp($0.connect()) },
    LeakActivity("incoming calls") { try $0.hangUp($0.answered()) },
    LeakActivity("incoming calls that are declined") { try finish($0, $0.ringing(), by: HSW_WHY_DECLINED) },
    LeakActivity("incoming calls whose caller gives up") { stage in
      let call = try stage.ringing()
      try stage.peer.end(call)
      try stage.expect(call, is: .ended)
    },
    LeakActivity("incoming calls that the host refuses") { stage in
      stage.near.host.book { $0.refusesIncoming = HSW_E_BUSY }
      defer { stage.near.host.book { $0.refusesIncoming = nil } }
      try? stage.peer.callUs(from: CallTarget(stage.peer.target().kindText, "5550142"))
      try stage.settle(.milliseconds(100))
    },
    LeakActivity("calls that the far end declines") { stage in
      let call = try stage.dial()
      try stage.peer.order(.decline, call)
      try stage.expect(call, is: .ended)
    },
    LeakActivity("calls that the far end ends") { stage in
      let call = try stage.connect()
      try stage.peer.end(call)
      try stage.expect(call, is: .ended)
    },
    LeakActivity("starts that fail") { stage in
      _ = try stage.outcome(stage.startToNobody())
    },
    LeakActivity("starts that are cancelled") { stage in
      let call = stage.near.mintCall()
      let start = try stage.near.start(call, stage.peer.target())
      try stage.near.cancel(start.id)
      try stage.settle(.milliseconds(100))
      // A start that was complete before the cancel goes on.
      try finish(stage, call)
    },
    LeakActivity("calls with hold, mute and digits") { stage in
      let call = try stage.connect()
      try stage.ifOffered { _ = try stage.outcome(stage.near.setHeld(call, 1)) }
      try stage.ifOffered { _ = try stage.outcome(stage.near.setHeld(call, 0)) }
      try stage.ifOffered { _ = try stage.outcome(stage.near.setMuted(call, 1)) }
      try stage.ifOffered { _ = try stage.near.play(call, "42#") }
      try stage.ifOffered { try stage.peer.send("42#", call) }
      try stage.settle(.milliseconds(100))
      try stage.hangUp(call)
    },
    LeakActivity("calls with sound") { stage in
      let call = try stage.connectEcho()
      let sound = try stage.sound(call)
      _ = try sound.say(440, 2)
      try sound.detach()
      try stage.hangUp(call)
    },
    LeakActivity("calls that are transferred") { stage in
      let call = try stage.connect()
      _ = try stage.outcome(stage.near.transfer(call, to: CallTarget(stage.peer.target().kindText, "5550123")))
      try stage.settle(.milliseconds(200))
      try finish(stage, call)
    },
    LeakActivity("calls that are sent on") { stage in
      try stage.needExtension(HSW_EXT_DEFLECT)
      let call = try stage.ringing()
      _ = try stage.outcome(stage.near.deflect(call, to: CallTarget(stage.peer.target().kindText, "5550125")))
      try stage.settle(.milliseconds(200))
      try finish(stage, call)
    },
    LeakActivity("pairs of calls in a group") { stage in
      try stage.needExtension(HSW_EXT_GROUP)
      try stage.needRoom(for: 2)
      let (one, two) = (try stage.connect(), try stage.connect())
      _ = try stage.outcome(stage.near.setGroup(one, with: two))
      try stage.hangUp(one)
      try stage.hangUp(two)
    },
  ]

  /// Requests beside calls.
  static let requests: [LeakActivity] = [
    LeakActivity("configurations") { _ = try $0.outcome($0.near.apply($0.run.settings.near)) },
    LeakActivity("configurations that are refused") { stage in
      for text in ["{", "{\"no-such-setting\": \"a text\"}"] { _ = try stage.outcome(stage.near.apply(text)) }
    },
    LeakActivity("dumps") { stage in
      _ = try stage.near.dump(level: 1)
      _ = try stage.near.dump(level: 5, portion: 7)
      _ = try stage.near.dump(limit: 1)
    },
    LeakActivity("states that are saved and loaded") { stage in
      let state = try stage.near.save()
      _ = try stage.near.save(portion: 3, limit: 3)
      _ = try stage.near.load(state.bytes)
      _ = try stage.near.load(Array(state.bytes.dropLast()))
    },
    LeakActivity("pings") { _ = try $0.outcome($0.near.ping(), within: .seconds(2)) },
    LeakActivity("questions for extensions and the schema") { stage in
      for (id, _) in PluginExtension.all { _ = try stage.near.askExtension(id) }
      try stage.ifOffered { _ = try stage.near.schema() }
    },
    LeakActivity("registrations") { stage in
      for on: UInt32 in [0, 1] { _ = try stage.outcome(stage.near.setRegistered(on)) }
      try stage.settle(.milliseconds(100))
    },
    LeakActivity("resets with a call up") { stage in
      _ = try stage.connect()
      stage.attempt { _ = try stage.ringing() }
      try stage.near.reset()
    },
    LeakActivity("activations") { stage in
      try stage.near.deactivateAndWait(stage)
      let activation = try stage.near.activate()
      guard activation.status == HSW_OK else { throw TestFailure("instance.activate answered \(activation.text)") }
      try stage.settle(.milliseconds(100))
    },
  ]

  /// Lives of further instances.
  static let lives: [LeakActivity] = [
    LeakActivity("instances that were only created") { try $0.another().destroy() },
    LeakActivity("instances that were only initialised") { stage in
      let instance = try stage.another()
      _ = try instance.initialise()
      try instance.destroy()
    },
    LeakActivity("instances that were refused") { stage in
      let creation = try stage.createRaw(id: Array(stage.run.descriptor.utf8), config: Array("{\"".utf8))
      try creation.instance?.destroy()
    },
    LeakActivity("instances whose init failed") { stage in
      let instance = try stage.another(HostOffer(extensions: []))
      _ = try instance.initialise()
      try instance.destroy()
    },
    LeakActivity("instances that had a call up") { stage in
      let instance = try stage.another()
      try Stage.bringUp(instance)
      stage.attempt { _ = try instance.start(instance.mintCall(), stage.peer.target()) }
      try stage.settle(.milliseconds(50))
      try instance.destroy()
    },
    LeakActivity("loads") { stage in
      _ = try stage.library.loaded()
      try stage.library.unload()
    },
  ]

  /// Ends a call that may have ended already.
  private static func finish(_ stage: Stage, _ call: CallRef, by why: UInt32 = HSW_WHY_HANGUP) throws {
    guard stage.near.ledger.calls[call.id]?.isUp == true else { return }
    _ = try stage.outcome(stage.near.end(call, why: why))
    try stage.expect(call, is: .ended)
  }
}
