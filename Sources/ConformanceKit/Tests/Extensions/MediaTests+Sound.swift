internal import ConformanceHarness
internal import TransportABI

// The audio that each end hears.
extension MediaTests {
  static func loopTone(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    for format in try stage.ourFormats(call) {
      let sound = try stage.sound(call, format)
      try requireTone(sound)
      try sound.detach()
    }
    try farTone(stage, call)
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func requireTone(_ sound: CallSound) throws {
    let quiet = try sound.listen(10)
    let heard = try sound.say(440, 60)
    let text = "a tone of 440 Hz, sent to a far end that echoes, at \(sound.format.rate) Hz"
    guard sound.meter(quiet).isSilent else { throw TestFailure("before anything was sent, something came back at \(sound.format.rate) Hz") }
    guard let onset = heard.firstIndex(where: { !sound.meter([$0]).isSilent }) else { throw TestFailure("\(text): nothing came back") }
    guard onset < 10 else { throw TestFailure("\(text): it came back after \(onset * 20) ms, should be in less than 200 ms") }
    let steady = sound.meter(heard[(onset + 2)...])
    let share = Int(100 * steady.share(of: 440))
    guard share >= 80 else { throw TestFailure("\(text): \(share) % of what came back is at 440 Hz, should be 80 % and more") }
    let sent = SineTone.peak / 2.0.squareRoot()
    let percent = Int(100 * steady.level / sent)
    guard (50...200).contains(percent) else {
      throw TestFailure("\(text): it came back at \(percent) % of its level, should be 50 % to 200 %")
    }
    let after = try sound.listen(25)
    guard sound.meter(after.suffix(10)).isSilent else { throw TestFailure("\(text): something came back 300 ms after its end") }
  }

  /// Checks a tone from the far end, and the far end's view of ours.
  private static func farTone(_ stage: Stage, _ call: CallRef) throws {
    let sound = try stage.sound(call)
    defer { stage.attempt { try sound.detach() } }
    try stage.ifOffered {
      try stage.peer.order(.tone(hertz: 1000), call)
      let heard = try sound.listen(30)
      guard sound.meter(heard[10...]).hears(1000) else {
        throw TestFailure("a tone of 1000 Hz of the far end's was not heard 200 ms after it began")
      }
      try stage.peer.order(.silence, call)
    }
    _ = try sound.say(1000, 40)
    guard let tone = try sound.toneThere else { return }
    guard (950...1050).contains(tone) else { throw TestFailure("the far end hears \(tone) Hz, should be 1000 Hz") }
  }

  static func holdSilence(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    let canHold = try stage.near.offers(HSW_EXT_HOLD)
    let canMute = try stage.near.offers(HSW_EXT_MUTE)
    guard canHold || canMute else { throw TestSkip("calls can be neither held nor muted") }
    let sound = try stage.sound(call)
    try sound.requireFlow("the first second of a call")
    if canHold {
      try stage.complete(stage.near.setHeld(call, 1))
      try requireSilence(sound, "while the call is held")
      try whileToneIs(stage, sound) { try requireSilence(sound, "while the call is held and the far end makes a tone") }
      try stage.complete(stage.near.setHeld(call, 0))
      try sound.requireFlow("after a held call was resumed")
    }
    if canMute {
      try stage.complete(stage.near.setMuted(call, 1))
      try requireSilence(sound, "while the call is muted")
      try whileToneIs(stage, sound) {
        let heard = try sound.listen(20)
        guard !sound.meter(heard.suffix(8)).isSilent else {
          throw TestFailure("while the call is muted the far end is not heard: that is not mute")
        }
      }
      try stage.complete(stage.near.setMuted(call, 0))
      try sound.requireFlow("after the call is no longer muted")
    }
    try sound.detach()
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// Fails unless a tone gives no echo, and the far end, if it can tell, hears nothing.
  private static func requireSilence(_ sound: CallSound, _ when: String) throws {
    let heard = try sound.say(440, 35)
    guard sound.meter(heard.dropFirst(10)).isSilent else { throw TestFailure("\(when) sound comes from the far end") }
    guard let tone = try sound.toneThere, tone > 0 else { return }
    throw TestFailure("\(when) the far end hears \(tone) Hz of ours")
  }

  /// Runs `body` while the far end, if it can, makes a tone; then has it echo again.
  private static func whileToneIs(_ stage: Stage, _ sound: CallSound, _ body: () throws -> Void) throws {
    try stage.ifOffered {
      try stage.peer.order(.tone(hertz: 1000), sound.call)
      try body()
      try stage.peer.order(.echo, sound.call)
    }
  }
}
