internal import ConformanceHarness
internal import Glibc
internal import TransportABI

// A transport's work at the rings, and its media thread.
extension MediaTests {
  static func starveFlood(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    let sound = try stage.sound(call)
    try sound.requireFlow("the first second of a call")
    let before = sound.toNet.underruns
    _ = try sound.listen(25, isStarving: true)
    guard sound.toNet.underruns > before else {
      throw TestFailure("half a second with nothing in the to_net ring left its `underruns` as they were")
    }
    try sound.requireFlow("after half a second with nothing in the to_net ring")

    var tone = SineTone(440, rate: sound.format.rate)
    for _ in 0..<25 {
      _ = sound.toNet.put(tone.next(sound.format.frameSamples), at: stage.loop.now)
      try stage.passFrame()
    }
    guard sound.fromNet.count == Int(sound.fromNet.view.n_slots) else {
      throw TestFailure("half a second without a reader left \(sound.fromNet.count) frames in a from_net ring of 4")
    }
    guard sound.fromNet.overruns > 0 else {
      throw TestFailure("half a second without a reader of the from_net ring left its `overruns` at 0")
    }
    while try sound.fromNet.take() != nil {}
    try sound.requireFlow("after half a second with a full from_net ring")
    try sound.detach()
    try stage.hangUp(call)
    try stage.tearDown()
  }

  static func bounds(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    stage.soundArena.takesBackAtOnce = true
    for format in try stage.ourFormats(call) {
      let exact = SoundRing.Shape(format).slotBytes
      // Slots that are just long enough; that fill pages to both ends; that are too short for a frame; and a ring of one slot.
      let paged = 1 << (Int.bitWidth - (exact - 1).leadingZeroBitCount)
      for (bytes, slots) in [(exact, 4), (max(paged, 1024), 4), (exact + 48, 2), (exact / 32 * 16, 4), (32, 4), (exact, 1)] {
        let sound = try stage.sound(call, format) { shape in
          shape.slotBytes = bytes
          shape.slots = slots
          shape.isTight = true
        }
        _ = try sound.say(440, 12)
        sound.toNet.lie()
        _ = try sound.listen(6, isStarving: true)
        try sound.detach()
      }
    }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  static func flush(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    let sound = try stage.sound(call)
    try sound.requireFlow("the first second of a call")
    for round in 1...5 {
      sound.queue(400, 3)
      sound.toNet.flush()
      var heard = try sound.say(1000, 20)
      // A transport with its own clock may lag on a busy machine.
      for _ in 0..<9 where !heard.contains(where: { sound.meter([$0]).hears(1000) }) { heard += try sound.say(1000, 10) }
      let old = heard.count { sound.meter([$0]).hears(400) }
      guard old <= 1 else {
        throw TestFailure("\(old) frames that were flushed came back, in round \(round); at most one may")
      }
      guard heard.contains(where: { sound.meter([$0]).hears(1000) }) else {
        throw TestFailure("sound that was sent after a flush did not come back, in round \(round)")
      }
      _ = try sound.listen(12)
    }
    try sound.detach()
    try stage.hangUp(call)
    try stage.tearDown()
  }

  static func rtSafe(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    guard let tick = try stage.near.need(HSW_EXT_AUDIO, hsw_audio()).tick else {
      throw TestSkip("audio.tick is NULL: the transport has media threads of its own, which the kit does not know")
    }
    let sound = try stage.sound(call)
    // The function's address tells the watch where the plugin lies.
    guard let media = stage.near.media, ExecutorProcess.installWatch(tick) else {
      throw TestUnable("on this machine the kit cannot see what a thread calls; it can on x86-64 and 64-bit ARM")
    }
    media.watch()
    if !media.seesKernel {
      run.note("this kernel does not report system calls (Linux 5.11 on x86-64 does): only the C library is watched")
    }
    try useWatched(stage, sound)
    try sound.detach()
    try stage.hangUp(call)
    try stage.tearDown()
    guard let finding = MediaThread.finding else { return }
    throw TestFailure("audio.tick called \(finding); on a media thread nothing may wait")
  }

  /// Has ticks do all of their work once.
  private static func useWatched(_ stage: Stage, _ sound: CallSound) throws {
    let call = sound.call
    _ = try sound.say(440, 25)
    _ = try sound.listen(10, isStarving: true)
    stage.attempt { try stage.complete(stage.near.setHeld(call, 1)) }
    _ = try sound.say(440, 5)
    stage.attempt { try stage.complete(stage.near.setHeld(call, 0)) }
    stage.attempt { try stage.complete(stage.near.setMuted(call, 1)) }
    _ = try sound.say(440, 5)
    stage.attempt { try stage.complete(stage.near.setMuted(call, 0)) }
    stage.attempt { _ = try stage.near.play(call, "42#") }
    _ = try sound.say(440, 25)
    stage.attempt { try stage.peer.send("42#", call) }
    stage.attempt { try stage.peer.order(.tone(hertz: 1000), call) }
    _ = try sound.listen(25)
    stage.attempt { try stage.peer.order(.silence, call) }
    _ = try sound.listen(10)
  }
}
