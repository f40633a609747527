internal import ConformanceHarness

/// A state of calls in which a handover may come, and what happens afterwards.
///
/// No situation judges the plugin: it plays the same steps with and without a handover, and the reports of both must be the same.
struct HandoverSituation: Sendable {
  /// A situation that has been reached.
  struct Scene {
    /// The audio of its calls.
    var sounds: [CallSound] = []
    /// The steps that follow, on the instance that then has the calls.
    let goOn: (Stage) throws -> Void
  }

  /// As in `a held call`.
  let name: String
  /// True without any call.
  var isEmpty: Bool { name == Self.empty }
  /// Brings it about.
  let enter: @Sendable (Stage) throws -> Scene

  private init(_ name: String, _ enter: @escaping @Sendable (Stage) throws -> (Stage) throws -> Void) {
    self.init(name, scene: { Scene(goOn: try enter($0)) })
  }

  init(_ name: String, scene: @escaping @Sendable (Stage) throws -> Scene) {
    self.name = name
    enter = scene
  }

  private static let empty = "no call"

  /// All situations.
  static let all: [HandoverSituation] = beginning + active + pending + several + sound

  // MARK: calls that begin and end

  private static let beginning: [HandoverSituation] = [
    HandoverSituation(empty) { _ in
      { stage in try stage.endAndLook(stage.connect()) }
    },
    HandoverSituation("a start that is pending") { stage in
      let call = stage.near.mintCall()
      let start = try stage.near.start(call, stage.peer.target())
      return { stage in
        try stage.finish(start)
        try stage.peer.answer(call)
        try stage.pass()
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("a call that has not rung yet") { stage in
      let call = try stage.dial()
      return { stage in
        try stage.peer.ring(call)
        try stage.peer.answer(call)
        try stage.pass()
        try stage.peer.end(call)
        try stage.pass()
        try stage.look(call)
      }
    },
    HandoverSituation("a call that rings at the far end") { stage in
      let call = try stage.dial()
      try stage.peer.ring(call)
      try stage.pass()
      return { stage in
        try stage.peer.answer(call)
        try stage.pass()
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("an incoming call that rings") { stage in
      let call = try stage.ringing()
      return { stage in
        try stage.finish(stage.near.answer(call))
        try stage.look(call)
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("an answer that is pending") { stage in
      let call = try stage.ringing()
      let answer = try stage.near.answer(call)
      return { stage in
        try stage.finish(answer)
        try stage.look(call)
        try stage.peer.end(call)
        try stage.pass()
      }
    },
    HandoverSituation("an incoming call that will be declined") { stage in
      let call = try stage.ringing()
      return { stage in try stage.endAndLook(call) }
    },
    HandoverSituation("an end that is pending") { stage in
      let call = try stage.connect()
      let end = try stage.near.end(call)
      return { stage in
        try stage.finish(end)
        try stage.pass()
        try stage.look(call)
      }
    },
    HandoverSituation("calls that have ended") { stage in
      try stage.hangUp(stage.connect())
      try stage.hangUp(stage.answered())
      return { stage in
        try stage.endAndLook(stage.connect())
        try stage.endAndLook(stage.ringing())
      }
    },
  ]

  // MARK: calls that are up

  private static let active: [HandoverSituation] = [
    HandoverSituation("an active call") { stage in
      let call = try stage.connect()
      return { stage in
        stage.attempt { try stage.finish(stage.near.setHeld(call, 1)) }
        try stage.look(call)
        stage.attempt { try stage.finish(stage.near.setHeld(call, 0)) }
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("an active call that the far end will end") { stage in
      let call = try stage.answered()
      return { stage in
        try stage.peer.end(call)
        try stage.pass()
        try stage.look(call)
      }
    },
    HandoverSituation("a held call") { stage in
      let call = try stage.connect()
      try stage.finish(stage.near.setHeld(call, 1))
      return { stage in
        try stage.look(call)
        try stage.finish(stage.near.setHeld(call, 0))
        try stage.look(call)
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("a call that the far end holds") { stage in
      let call = try stage.connect()
      try stage.peer.hold(call)
      try stage.pass()
      return { stage in
        try stage.peer.resume(call)
        try stage.pass()
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("a muted call") { stage in
      let call = try stage.connect()
      try stage.finish(stage.near.setMuted(call, 1))
      return { stage in
        try stage.look(call)
        try stage.finish(stage.near.setMuted(call, 0))
        try stage.look(call)
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("a call whose far end has vanished") { stage in
      let call = try stage.connect()
      try stage.peer.vanish(call)
      try stage.pass()
      return { stage in try stage.settle(.seconds(40)) }
    },
    HandoverSituation("a transfer that the far end has requested") { stage in
      let call = try stage.connect()
      try stage.peer.order(.askTransfer(to: "5550142"), call)
      try stage.pass()
      return { stage in
        _ = try stage.near.verdict(call, accepted: 1)
        try stage.pass()
        try stage.look(call)
        try stage.endAndLook(call)
      }
    },
  ]

  // MARK: actions that are pending

  private static let pending: [HandoverSituation] = [
    HandoverSituation("a hold that is pending") { stage in
      let call = try stage.connect()
      let hold = try stage.near.setHeld(call, 1)
      return { stage in
        try stage.finish(hold)
        try stage.look(call)
        try stage.finish(stage.near.setHeld(call, 0))
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("digits that are being sent") { stage in
      let call = try stage.connect()
      try stage.finish(stage.near.play(call, "42"))
      let plays = try ["1", "2#", "345"].map { try stage.near.play(call, $0) }
      return { stage in
        for play in plays { try stage.finish(play) }
        try stage.look(call)
        stage.attempt { try stage.peer.send("7*", call) }
        try stage.endAndLook(call)
      }
    },
    HandoverSituation("a transfer that is pending") { stage in
      let call = try stage.connect()
      let move = try stage.near.transfer(call, to: stage.peer.target())
      return { stage in
        try stage.finish(move)
        try stage.pass()
        try stage.look(call)
      }
    },
    HandoverSituation("a deflect that is pending") { stage in
      let call = try stage.ringing()
      let move = try stage.near.deflect(call, to: stage.peer.target())
      return { stage in
        try stage.finish(move)
        try stage.pass()
        try stage.look(call)
      }
    },
    HandoverSituation("a registration that is pending") { stage in
      let action = try stage.near.setRegistered(1)
      return { stage in try stage.finish(action) }
    },
    HandoverSituation("a ping that is pending") { stage in
      let action = try stage.near.ping()
      return { stage in try stage.finish(action) }
    },
    HandoverSituation("a configuration that is being applied") { stage in
      let action = try stage.near.apply(stage.run.settings.near)
      return { stage in try stage.finish(action) }
    },
  ]

  // MARK: several calls

  private static let several: [HandoverSituation] = [
    HandoverSituation("two calls in a group") { stage in
      try stage.needRoom(for: 2)
      let calls = try [stage.connect(), stage.connect()]
      try stage.finish(stage.near.setGroup(calls[0], with: calls[1]))
      return { stage in
        for call in calls { try stage.look(call) }
        try stage.finish(stage.near.setGroup(calls[0], with: nil))
        for call in calls { try stage.look(call) }
        for call in calls { try stage.endAndLook(call) }
      }
    },
    HandoverSituation("a merge that is pending") { stage in
      try stage.needRoom(for: 2)
      let calls = try [stage.connect(), stage.connect()]
      let merge = try stage.near.setGroup(calls[0], with: calls[1])
      return { stage in
        try stage.finish(merge)
        for call in calls { try stage.look(call) }
        for call in calls { try stage.endAndLook(call) }
      }
    },
    HandoverSituation("an attended transfer that is pending") { stage in
      try stage.needRoom(for: 2)
      let calls = try [stage.connect(), stage.connect()]
      let move = try stage.near.transfer(calls[0], with: calls[1])
      return { stage in
        try stage.finish(move)
        try stage.pass()
        for call in calls { try stage.look(call) }
      }
    },
    HandoverSituation("an active, a held and a ringing call") { stage in
      try stage.needRoom(for: 3)
      let held = try stage.connect()
      stage.attempt { try stage.finish(stage.near.setHeld(held, 1)) }
      let active = try stage.answered()
      let ringing = try stage.ringing()
      return { stage in
        try stage.peer.end(active)
        try stage.pass()
        try stage.finish(stage.near.answer(ringing))
        stage.attempt { try stage.finish(stage.near.setHeld(held, 0)) }
        for call in [held, ringing] { try stage.endAndLook(call) }
      }
    },
  ]

  // MARK: audio

  private static let sound: [HandoverSituation] = [
    HandoverSituation("a call whose far end echoes", scene: { stage in try call(on: stage, saying: .echo) }),
    HandoverSituation("a call whose far end sends a tone", scene: { stage in try call(on: stage, saying: .tone(hertz: 440)) }),
  ]

  private static func call(on stage: Stage, saying order: PeerOrder) throws -> Scene {
    let call = try stage.connectEcho()
    try stage.peer.order(order, call)
    let sound = try stage.sound(call)
    try stage.hear(sound, 12)
    return Scene(sounds: [sound]) { stage in
      try stage.hear(sound, 12)
      try sound.detach()
      try stage.endAndLook(call)
    }
  }
}

// The steps of situations, which judge nothing.
extension Stage {
  /// Waits until an action has ended in any way, or for ten seconds.
  fileprivate func finish(_ action: ActionRef) throws {
    do { _ = try outcome(action, within: .seconds(10)) } catch is TestFailure {}
  }

  /// Passes some time, in which reports arrive.
  fileprivate func pass() throws { try settle(.milliseconds(300)) }

  /// Ends a call, and notes the far end's view.
  fileprivate func endAndLook(_ call: CallRef) throws {
    try finish(near.end(call))
    try pass()
    try look(call)
  }

  /// Sends a tone for that many frames, and notes what comes back.
  fileprivate func hear(_ sound: CallSound, _ frames: Int) throws {
    let heard = try sound.say(440, frames)
    for (place, frame) in heard.enumerated() {
      let meter = sound.meter([frame])
      let kind = meter.isSilent ? "silence" : meter.hears(440) ? "440 Hz" : "a sound"
      // In virtual time each sample must be the same: then the sound went on at its place.
      let samples = loop.isRealTime ? "" : ", \(frame.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })"
      note("frame \(place): \(kind)\(samples)", on: sound.call)
    }
  }
}
