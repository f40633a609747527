internal import ConformanceHarness
internal import Glibc
internal import TransportABI

// A media thread that is watched for minutes, in every state of the calls.
extension MediaTests {
  static let long: [ConformanceTest] = [
    ConformanceTest(
      "media.rt-long", .offered(HSW_EXT_AUDIO),
      "In 24,000 ticks, in every state and with unusual frames, nothing allocates, locks, waits, writes or asks for the time of day",
      budget: .seconds(60), examinesLibrary: true, body: rtLong)
  ]

  private static func rtLong(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.near.needAudio()
    guard let tick = try stage.near.need(HSW_EXT_AUDIO, hsw_audio()).tick else {
      throw TestSkip("audio.tick is NULL: the transport has media threads of its own, which the kit does not know")
    }
    // The function's address tells the watch where the plugin lies; nothing calls it there.
    guard let media = try stage.near.startMedia(), ExecutorProcess.installWatch(tick) else {
      throw TestUnable("on this machine the kit cannot see what a thread calls; it can on x86-64 and 64-bit ARM")
    }
    media.watch()
    let watch = LongWatch(stage)
    try watch.idle("without a call")
    let call = try stage.connectEcho()
    try watch.idle("with a call that has no audio")
    try watch.talk(stage.sound(call))
    try watch.second(call)
    try watch.cycles(call)
    try watch.ends(call)
    try watch.rest()
    try stage.tearDown()
  }
}

/// The course of `media.rt-long`: it counts ticks, and fails at the first function that a media thread may not call.
private final class LongWatch {
  /// The ticks in all; twice what a transport may count before it does something rare, and more.
  ///
  /// On a real clock fewer must do, since each takes its 20 ms.
  private let most: Int
  /// The ticks of one call without a pause.
  private let talkTicks: Int

  private let stage: Stage
  private var ticks = 0

  init(_ stage: Stage) {
    self.stage = stage
    (most, talkTicks) = stage.loop.isRealTime ? (3_000, 1_000) : (24_000, 10_500)
  }

  /// Runs ticks; `before` fills and empties rings before each.
  private func run(_ count: Int, _ state: String, _ before: (Int) throws -> Void = { _ in }) throws {
    for index in 0..<count {
      try before(index)
      try stage.passFrame()
      ticks += 1
      if ticks % 50 == 0 { try judge(state) }
    }
    try judge(state)
  }

  /// Fails if a tick has called such a function.
  private func judge(_ state: String) throws {
    guard let finding = MediaThread.finding else { return }
    throw TestFailure(
      "audio.tick called \(finding) within \(ticks) ticks, \(state); on a media thread nothing may wait"
    )
  }

  func idle(_ state: String) throws { try run(300, state) }

  /// Keeps one call talking, through all that may happen to it.
  func talk(_ sound: CallSound) throws {
    let call = sound.call
    let frames = Self.tone(sound.format)
    func flow(_ index: Int) throws {
      _ = sound.toNet.put(frames[index % frames.count], at: stage.loop.now)
      while try sound.fromNet.take() != nil {}
    }
    try run(1500, "in a call", flow)
    try run(200, "with nothing in the to_net ring") { _ in while try sound.fromNet.take() != nil {} }
    try run(200, "without a reader of the from_net ring") { _ = sound.toNet.put(frames[$0 % frames.count], at: stage.loop.now) }
    try run(200, "with a full to_net ring") { _ in while sound.toNet.put(frames[0], at: stage.loop.now) {} }
    stage.attempt { try stage.complete(stage.near.setHeld(call, 1)) }
    try run(300, "while the call is held", flow)
    stage.attempt { try stage.complete(stage.near.setHeld(call, 0)) }
    stage.attempt { try stage.complete(stage.near.setMuted(call, 1)) }
    try run(300, "while the call is muted", flow)
    stage.attempt { try stage.complete(stage.near.setMuted(call, 0)) }
    stage.attempt { _ = try stage.near.play(call, "0123456789*#ABCD") }
    try run(300, "while digits are sent", flow)
    stage.attempt { try stage.peer.send("42#", call) }
    stage.attempt { try stage.peer.hold(call) }
    try run(200, "while the far end holds the call", flow)
    stage.attempt { try stage.peer.resume(call) }
    stage.attempt { try stage.peer.order(.tone(hertz: 1000), call) }
    try run(200, "while the far end plays a tone", flow)
    stage.attempt { try stage.peer.order(.silence, call) }
    try run(200, "while the far end is silent", flow)
    stage.attempt { try stage.peer.order(.echo, call) }
    try unusual(sound, frames)
    while ticks < talkTicks { try run(500, "in a long call", flow) }
    try sound.detach()
    try run(100, "after detach")
  }

  /// Passes frames that are short, empty, odd, marked as silence, flushed, or claimed by impossible indexes.
  private func unusual(_ sound: CallSound, _ frames: [[Int16]]) throws {
    for length in [0, 1, 7, 80, sound.format.frameSamples / 2, sound.format.frameSamples - 1] {
      try run(60, "with frames of \(length) samples") { _ in
        _ = sound.toNet.put(Array(frames[0].prefix(length)), at: stage.loop.now)
        while try sound.fromNet.take() != nil {}
      }
    }
    for flags in [HSW_SLOT_SILENCE, HSW_SLOT_CONCEALED, HSW_SLOT_GAP_BEFORE, 7, 0x80] {
      try run(40, "with frames whose flags are \(flags)") { index in
        _ = sound.toNet.put(frames[index % frames.count], at: stage.loop.now, flags: flags)
        while try sound.fromNet.take() != nil {}
      }
    }
    try run(60, "with frames that claim an odd number of bytes") { index in
      sound.toNet.claim(UInt32(index * 2 + 1))
      while try sound.fromNet.take() != nil {}
    }
    try run(60, "with frames that are flushed") { index in
      _ = sound.toNet.put(frames[index % frames.count], at: stage.loop.now)
      if index % 3 == 0 { sound.toNet.flush() }
      while try sound.fromNet.take() != nil {}
    }
    for _ in 0..<10 {
      sound.toNet.lie()
      try run(10, "after impossible indexes of the to_net ring") { _ in while (try? sound.fromNet.take()) ?? nil != nil {} }
      sound.fromNet.lie()
      try run(10, "after impossible indexes of the from_net ring") { _ in
        _ = sound.toNet.put(frames[0], at: stage.loop.now)
        while (try? sound.fromNet.take()) ?? nil != nil {}
      }
    }
    sound.fromNet.empty()
    sound.toNet.empty()
  }

  /// Talks in two calls at once, and in one whose neighbour comes and goes.
  func second(_ call: CallRef) throws {
    guard let other = try? stage.connect() else { return }
    let (one, two) = (try stage.sound(call), try stage.sound(other))
    let frames = Self.tone(one.format)
    let others = Self.tone(two.format)
    try run(600, "in two calls") { index in
      _ = one.toNet.put(frames[index % frames.count], at: stage.loop.now)
      _ = two.toNet.put(others[index % others.count], at: stage.loop.now)
      for sound in [one, two] { while try sound.fromNet.take() != nil {} }
    }
    try stage.hangUp(other)
    try run(100, "in a call whose neighbour has ended, with its audio still attached")
    try two.detach()
    try one.detach()
  }

  /// Connects and disconnects the audio again and again, in every format.
  func cycles(_ call: CallRef) throws {
    let formats = try stage.ourFormats(call)
    for round in 0..<60 {
      let sound = try stage.sound(call, formats[round % formats.count])
      let frames = Self.tone(sound.format)
      try run(20, "the \(round + 1)th time that audio was connected") { index in
        _ = sound.toNet.put(frames[index % frames.count], at: stage.loop.now)
        while try sound.fromNet.take() != nil {}
      }
      try sound.detach()
      try run(2, "after audio was disconnected \(round + 1) times")
    }
  }

  /// Ends calls in each way while their audio is attached.
  func ends(_ call: CallRef) throws {
    let sound = try stage.sound(call)
    try run(20, "in a call")
    try stage.peer.end(call)
    try run(100, "after the far end has hung up")
    try sound.detach()
    let next = try stage.connectEcho()
    let last = try stage.sound(next)
    try stage.hangUp(next)
    try run(100, "after the call was ended")
    try last.detach()
    let forgotten = try stage.sound(stage.connectEcho())
    try stage.near.reset()
    try run(100, "after reset")
    try forgotten.detach()
  }

  /// Runs the ticks that are left, in a call.
  func rest() throws {
    let call = try stage.connectEcho()
    let sound = try stage.sound(call)
    let frames = Self.tone(sound.format)
    while ticks < most {
      try run(500, "in the last call") { index in
        _ = sound.toNet.put(frames[index % frames.count], at: stage.loop.now)
        while try sound.fromNet.take() != nil {}
      }
    }
    try sound.detach()
    try stage.hangUp(call)
  }

  /// Frames of a tone that goes on from the last to the first.
  private static func tone(_ format: SoundFormat) -> [[Int16]] {
    var tone = SineTone(400, rate: format.rate)
    return (0..<10).map { _ in tone.next(format.frameSamples) }
  }
}
