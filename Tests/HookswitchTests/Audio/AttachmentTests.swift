import FoundationEssentials
import Glibc
import Hookswitch
import Locking
import Testing

@Suite("Programs attached to calls", .timeLimit(.minutes(5)))
struct AttachmentTests {
  @Test("The program hears the far end and is heard by it, and hears nothing of itself") func talk() async throws {
    let program = try await AttachedWorld(farEnd: .says(hertz: 1_000))
    #expect(program.takeKinds() == [.started])
    #expect(try program.audio.write(Sound.tone(440, .wideband, count: 16_000)) == 16_000)
    program.pass(45)
    #expect(Sound.has(440, in: program.takeFarEnd(), .wideband))
    let heard = try program.audio.read(16_000)
    #expect(heard.count == 45 * 320)
    #expect(Sound.has(1_000, in: heard, .wideband))
    #expect(Sound.level(440, in: heard, .wideband) < -60)
    #expect(program.audio.status.heard == 45 * 320)
    #expect(program.audio.number > 0)
  }

  @Test("It talks beside the line's microphone, is heard there, and hears the microphone unless the call is muted") func beside()
    async throws
  {
    let program = try await AttachedWorld()
    try program.audio.write(Sound.tone(440, .wideband, count: 32_000))
    let loudspeaker = program.world.pass(40, speaking: 700)
    #expect(Sound.has(440, in: loudspeaker, .fullband))
    let farEnd = program.takeFarEnd()
    #expect(Sound.has(440, in: farEnd, .wideband))
    #expect(Sound.has(700, in: farEnd, .wideband))
    #expect(Sound.has(700, in: try program.audio.read(16_000), .wideband))
    try await program.world.controller.setMuted(program.call, true).performed()
    await program.world.host.settle()
    program.world.pass(40, speaking: 700)
    #expect(Sound.isSilent(try program.audio.read(16_000)))
    let muted = program.takeFarEnd()
    #expect(Sound.has(440, in: muted, .wideband))
    #expect(Sound.level(700, in: muted, .wideband) < -60)
  }

  @Test("The position counts the samples that the mixer took, and every sample is heard once and in order") func position() async throws {
    let program = try await AttachedWorld()
    try program.write(0..<3_200)
    #expect(program.audio.status.queued == 3_200)
    for frame in 0..<6 {
      program.pass(1)
      #expect(program.audio.status.position == Int64(frame * 320))
      #expect(program.audio.status.queued == Int64(3_200 - frame * 320))
    }
    program.pass(10)
    #expect(program.audio.status.position == 3_200)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(0..<3_200))
  }

  @Test("A mark comes when everything before it was heard, with its own position") func marks() async throws {
    let program = try await AttachedWorld()
    try program.audio.mark("first")
    try program.write(0..<500)
    try program.audio.mark("second")
    try program.write(500..<640)
    try program.audio.mark("third")
    #expect(program.takeEvents() == [.init(.started, position: 0), .init(.mark("first", isFlushed: false), position: 0)])
    program.pass(2)
    #expect(program.takeEvents().isEmpty)
    program.pass(1)
    #expect(
      program.takeEvents() == [
        .init(.mark("second", isFlushed: false), position: 500), .init(.mark("third", isFlushed: false), position: 640),
        .init(.drained, position: 640),
      ])
  }

  @Test("Barge-in: after a flush at most the one frame mixed before is still sent, and marks of the rest come as flushed")
  func flush() async throws {
    let program = try await AttachedWorld()
    try program.write(0..<1_600)
    try program.audio.mark("heard")
    try program.write(1_600..<16_000)
    try program.audio.mark("unheard")
    program.pass(8)
    #expect(program.takeKinds() == [.started, .mark("heard", isFlushed: false)])
    #expect(program.takeFarEnd().count == 8 * 320)
    #expect(program.audio.flush() == 7 * 320)
    #expect(program.takeEvents() == [.init(.mark("unheard", isFlushed: true), position: 7 * 320)])
    #expect(program.audio.status.queued == 0)
    program.pass(10)
    // The frame that the last tick mixed; nothing of the ring and the queue.
    let rest = program.takeFarEnd().filter { $0 != 0 }
    #expect(rest == AttachedWorld.samples(6 * 320..<7 * 320))
    #expect(program.audio.status.position == 7 * 320)
    #expect(program.takeEvents().isEmpty)
    // The next sentence begins as the first did.
    try program.write(0..<320)
    program.pass(3)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(0..<320))
    #expect(program.takeEvents() == [.init(.drained, position: 8 * 320)])
  }

  @Test("A pause is silence from the next tick on, the queue stands still, and no sample is lost or heard twice") func pause() async throws
  {
    let program = try await AttachedWorld()
    try program.write(0..<6_400)
    program.pass(6)
    #expect(program.audio.pause() == 5 * 320)
    #expect(program.audio.status.isPaused)
    _ = program.takeFarEnd()
    program.pass(10)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(4 * 320..<5 * 320))
    #expect(program.audio.status.position == 5 * 320)
    #expect(program.audio.status.queued == 6_400 - 5 * 320)
    try program.write(6_400..<6_720)
    #expect(program.audio.resume() == 5 * 320)
    program.pass(30)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(5 * 320..<6_720))
    #expect(program.audio.status.underruns == 0)
    #expect(program.takeKinds() == [.started, .drained])
  }

  @Test("A pause and a resume between two ticks, and a flush while paused, keep the account") func pauseAtOnce() async throws {
    let program = try await AttachedWorld()
    try program.write(0..<3_200)
    program.pass(3)
    for _ in 0..<5 {
      #expect(program.audio.pause() == 640)
      #expect(program.audio.resume() == 640)
    }
    program.pass(20)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(0..<3_200))
    try program.write(0..<3_200)
    program.pass(3)
    program.audio.pause()
    program.audio.flush()
    program.audio.resume()
    _ = program.takeFarEnd()
    program.pass(10)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(320..<640))
    #expect(program.audio.status.queued == 0)
    #expect(program.audio.status.position == 3_840)
  }

  @Test("The queue takes no more than its limit, says so once, and says so when a fifth is free again") func limit() async throws {
    let program = try await AttachedWorld(.talk(queue: .seconds(1)))
    #expect(try program.write(0..<20_000) == 16_000)
    #expect(try program.write(0..<20_000) == 0)
    #expect(program.takeKinds() == [.started, .full])
    program.pass(10)
    #expect(program.takeKinds().isEmpty)
    program.pass(1)
    #expect(program.takeKinds() == [.room])
    #expect(program.audio.status.queued == 12_800)
    #expect(try program.write(0..<20_000) == 3_200)
    program.audio.flush()
    #expect(program.takeKinds() == [.full, .room])
  }

  @Test("An odd rest is played with silence behind it; that silence counts as an underrun inside a sentence only") func underruns()
    async throws
  {
    let program = try await AttachedWorld()
    try program.write(0..<330)
    program.pass(4)
    #expect(program.takeKinds() == [.started, .drained])
    #expect(program.audio.status.underruns == 0)
    #expect(program.audio.status.position == 330)
    try program.write(330..<660)
    program.pass(2)
    try program.write(660..<980)
    program.pass(10)
    #expect(program.audio.status.underruns == 1)
    #expect(program.takeKinds() == [.drained])
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(0..<980))
  }
}
