internal import ConformanceHarness
internal import TransportABI

/// The group `media`: the audio of calls, and the rings that carry it.
enum MediaTests {
  private static let owed = Requirement.offered(HSW_EXT_AUDIO)

  static let all: [ConformanceTest] = [
    ConformanceTest("media.formats", owed, "The list of formats is valid, and can be read again after a short one", body: formats),
    ConformanceTest(
      "media.attach-cycle", owed, "Audio can be connected and disconnected a hundred times in one call", budget: .seconds(30),
      body: attachCycle),
    ConformanceTest(
      "media.loop-tone", owed, "A tone of 440 Hz comes back: its energy, frequency, and in less than 200 ms", budget: .seconds(30),
      body: loopTone),
    ConformanceTest(
      "media.rt-safe", owed, "Nothing in a media call allocates, locks or writes", budget: .seconds(30), examinesLibrary: true, body: rtSafe
    ),
    ConformanceTest(
      "media.starve-flood", owed, "Empty and full rings do no harm, and the counters count them", budget: .seconds(20), body: starveFlood),
    ConformanceTest(
      "media.bounds", owed, "Nothing outside the slots of a ring is touched", budget: .seconds(30), examinesLibrary: true, body: bounds),
    ConformanceTest(
      "media.detach", owed, "Rings are not touched after detach has returned", budget: .seconds(15), examinesLibrary: true, body: detach),
    ConformanceTest("media.flush", owed, "After a flush at most one old frame is heard", budget: .seconds(20), body: flush),
    ConformanceTest(
      "media.hold-silence", owed, "While a call is held no audio goes either way, while it is muted none goes out", budget: .seconds(30),
      body: holdSilence),
  ]

  // MARK: formats

  private static func formats(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.near.needAudio()
    let call = try stage.connect()
    let formats = try stage.formats(call)
    for format in formats {
      if let flaw = format.flaw { throw TestFailure("audio.formats lists an impossible format: \(flaw)") }
    }
    guard formats.contains(where: { $0.sample == HSW_SAMPLE_S16LE }) else {
      throw TestFailure("audio.formats lists no format of HSW_SAMPLE_S16LE, which every transport with audio offers")
    }
    guard Set(formats).count == formats.count else { throw TestFailure("audio.formats lists a format twice") }
    if !formats.contains(where: \.isOurs) {
      run.warn("no format has 16-bit samples, one channel and frames of 20 ms, which hosts take")
    }
    let count = UInt32(formats.count)
    for stride: UInt32 in [24, 64] { try requireStride(stage, call, formats, stride) }
    if count > 1 {
      let short = try stage.near.formats(call, places: count - 1, stride: 16)
      guard short.status == HSW_E_RANGE, short.count == count else {
        throw TestFailure(
          "audio.formats answered \(StatusName.of(short.status)) and \(short.count) to room for \(count - 1), should be HSW_E_RANGE and \(count)"
        )
      }
    }
    try requireRefusal(stage, call, formats[0])
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// Requires the same list at any stride, and nothing written between its entries.
  private static func requireStride(_ stage: Stage, _ call: CallRef, _ formats: [SoundFormat], _ stride: UInt32) throws {
    // One place more than needed, which must stay unchanged.
    let list = try stage.near.formats(call, places: UInt32(formats.count) + 1, stride: stride)
    guard list.status == HSW_OK, list.count == UInt32(formats.count) else {
      throw TestFailure(
        "audio.formats answered \(StatusName.of(list.status)) and \(list.count) the second time, should be HSW_OK and \(formats.count)")
    }
    for (place, format) in formats.enumerated() {
      let start = place * Int(stride)
      let entry = list.room.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: hsw_audio_format.self) }
      guard SoundFormat(entry) == format else {
        throw TestFailure("audio.formats wrote entry \(place) differently with a stride of \(stride): entries lie `stride` bytes apart")
      }
      let own = min(Int(entry.size), Int(stride))
      guard list.room[(start + own)..<(start + Int(stride))].allSatisfy({ $0 == 0xE7 }) else {
        throw TestFailure("audio.formats wrote between its entries, with a stride of \(stride)")
      }
    }
    guard list.room[(formats.count * Int(stride) + 4)...].allSatisfy({ $0 == 0xE7 }) else {
      throw TestFailure("audio.formats wrote more entries than the \(formats.count) that it reports")
    }
  }

  /// Requires that an unknown kind of sample is refused.
  private static func requireRefusal(_ stage: Stage, _ call: CallRef, _ format: SoundFormat) throws {
    var strange = format
    strange.sample = 99
    let rings = try stage.rings(SoundRing.Shape(format))
    let status = try stage.near.attach(call, strange, toNet: rings[0], fromNet: rings[1])
    guard status < 0 else {
      throw TestFailure("audio.attach answered \(StatusName.of(status)) to samples of the kind 99, which does not exist")
    }
    rings.forEach { $0.giveBack() }
  }

  // MARK: attach and detach

  private static func attachCycle(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    let formats = try stage.ourFormats(call)
    for round in 0..<100 {
      let sound = try stage.sound(call, formats[round % formats.count])
      if round % 20 == 19 {
        try sound.requireFlow("the \(round + 1)th time that audio was connected")
      } else if round % 2 == 0, let media = stage.near.media {
        media.whileTicking { sound.queue(440, 2) }
      } else if round % 2 == 0, stage.near.isTickedApart {
        // No time passes here either, so that both places take the same time.
        sound.queue(440, 2)
      } else {
        _ = try sound.say(440, 2)
      }
      try sound.detach()
    }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// Requires that rings are untouched after detach: their memory is unmapped as soon as they are released.
  private static func detach(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connectEcho()
    stage.soundArena.takesBackAtOnce = true
    for _ in 0..<20 {
      let sound = try stage.sound(call)
      _ = try sound.say(440, 3)
      try sound.detach()
      try passQuietly(stage)
    }
    // Again with ticks at any time.
    if let media = stage.near.media {
      try media.whileTicking {
        for _ in 0..<20 {
          let sound = try stage.sound(call)
          sound.queue(440, 4)
          stage.letRealTimePass(milliseconds: 2)
          try sound.detach()
        }
      }
    }
    try ends(stage, call)
    try stage.tearDown()
  }

  private static func passQuietly(_ stage: Stage) throws {
    for _ in 0..<5 { try stage.passFrame() }
    if stage.near.media == nil { stage.letRealTimePass(milliseconds: 20) }
  }

  /// Lets calls end, be reset, or die with their instance, while their audio is attached.
  private static func ends(_ stage: Stage, _ call: CallRef) throws {
    func connected(_ call: CallRef) throws -> CallSound {
      let sound = try stage.sound(call)
      _ = try sound.say(440, 2)
      return sound
    }
    let ended = try connected(call)
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
    _ = try ended.listen(2)
    try ended.detach()
    try passQuietly(stage)
    let forgotten = try connected(stage.connectEcho())
    try stage.near.reset()
    try forgotten.detach()
    try passQuietly(stage)
    let last = try connected(stage.connectEcho())
    stage.near.stopMedia()
    try stage.near.destroy()
    last.giveBack()
    stage.letRealTimePass(milliseconds: 50)
  }
}
