import FoundationEssentials
import Glibc
import Hookswitch
import Testing

@Suite("Attachments and their calls", .timeLimit(.minutes(5)))
struct AttachmentCallTests {
  @Test("A held call hears nothing of the program, whose queue stands still until the call is back") func hold() async throws {
    let program = try await AttachedWorld(farEnd: .says(hertz: 1_000))
    let controller = program.world.controller
    try program.write(0..<3_200)
    program.pass(4)
    _ = try program.audio.read(16_000)
    try await controller.hold(program.call).performed()
    await program.world.host.settle()
    #expect(program.takeKinds() == [.started, .held])
    #expect(program.audio.status.state == .held)
    let before = program.takeFarEnd()
    program.pass(10)
    #expect(program.takeFarEnd().allSatisfy { $0 == 0 })
    #expect(program.audio.status.position == 960)
    #expect(try program.audio.read(16_000).isEmpty)
    try await controller.resume(program.call).performed()
    await program.world.host.settle()
    #expect(program.takeKinds() == [.resumed])
    program.pass(20)
    // The frame that the mixer held for its next tick is lost with the hold, as a call's is.
    #expect((before + program.takeFarEnd()).filter { $0 != 0 } == AttachedWorld.samples(0..<640) + AttachedWorld.samples(960..<3_200))
    #expect(program.audio.status.position == 3_200)
    #expect(Sound.has(1_000, in: try program.audio.read(16_000), .wideband))
  }

  @Test("A flush during a hold voids the frame that waited for the call") func flushHeld() async throws {
    let program = try await AttachedWorld()
    let controller = program.world.controller
    try program.write(0..<3_200)
    program.pass(4)
    try await controller.hold(program.call).performed()
    await program.world.host.settle()
    program.pass(2)
    #expect(program.audio.flush() == 960)
    _ = program.takeFarEnd()
    try await controller.resume(program.call).performed()
    await program.world.host.settle()
    program.pass(10)
    #expect(program.takeFarEnd().allSatisfy { $0 == 0 })
    #expect(program.audio.status.position == 960)
  }

  @Test("Merged calls and the program all hear each other; after the split it is with its own call alone") func merge() async throws {
    let world = try SoundWorld(p: [.narrowband], q: [.narrowband])
    let first = try await world.activeCall("p", .says(hertz: 1_000))
    let audio = try world.host.attachAudio(to: first, .talk(rate: 8_000))
    let second = try await world.activeCall("q", .says(hertz: 700))
    try await world.controller.merge([first, second]).performed()
    await world.host.settle()
    try audio.write(Sound.tone(440, .narrowband, count: 80_000))
    world.pass(40)
    let heard = try audio.read(8_000)
    #expect(Sound.has(1_000, in: heard, .narrowband))
    #expect(Sound.has(700, in: heard, .narrowband))
    #expect(Sound.has(440, in: world.p.takeHeard(by: first), .narrowband))
    #expect(Sound.has(440, in: world.q.takeHeard(by: second), .narrowband))
    try await world.controller.split(first).performed()
    await world.host.settle()
    world.pass(40)
    _ = try audio.read(8_000)
    _ = (world.p.takeHeard(by: first), world.q.takeHeard(by: second))
    world.pass(40)
    let alone = try audio.read(8_000)
    let isInFront = world.host.call(first)?.state == .active
    #expect(Sound.has(1_000, in: alone, .narrowband) == isInFront)
    #expect(Sound.level(700, in: alone, .narrowband) < -60)
    #expect(!Sound.has(440, in: world.q.takeHeard(by: second), .narrowband))
  }

  @Test("The attachment ends with its call: marks are flushed, the rest can be read, then there is an error") func callEnds() async throws {
    let program = try await AttachedWorld(farEnd: .says(hertz: 1_000))
    try program.write(0..<16_000)
    try program.audio.mark("end")
    program.pass(5)
    program.world.providers["p"]?.reportCall(with: program.call, reason: .remoteEnded)
    await program.world.host.settle()
    #expect(program.takeKinds() == [.started, .mark("end", isFlushed: true), .stopped(.callEnded)])
    #expect(program.audio.status.state == .stopped(.callEnded))
    #expect(try program.audio.read(100_000).count == 5 * 320)
    #expect(throws: AttachmentError.self) { try program.audio.read(1) }
    #expect(throws: AttachmentError.self) { try program.audio.write([1]) }
    #expect(throws: AttachmentError.self) { try program.audio.mark("late") }
    #expect(program.audio.flush() == 4 * 320)
    program.audio.close()
    #expect(program.takeKinds().isEmpty)
  }

  @Test("Closing leaves the call alone, and nothing more of the program is heard") func close() async throws {
    let program = try await AttachedWorld()
    try program.write(0..<16_000)
    program.pass(5)
    _ = program.takeFarEnd()
    program.audio.close()
    #expect(program.takeKinds() == [.started, .stopped(.closed)])
    await program.world.host.settle()
    program.pass(10)
    #expect(program.takeFarEnd().filter { $0 != 0 }.count <= 320)
    #expect(program.world.host.call(program.call)?.state == .active)
    let again = try program.world.host.attachAudio(to: program.call)
    #expect(again.number == program.audio.number + 1)
    await program.world.host.settle()
    try again.write(AttachedWorld.samples(0..<320))
    program.pass(5)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(0..<320))
    #expect(program.world.host.audioCounters?.legs == 3)
  }

  @Test("Alone, the program has the call without the microphone and the loudspeaker, which come back after it") func alone() async throws {
    let program = try await AttachedWorld(AttachmentOptions(isAlone: true), farEnd: .says(hertz: 1_000))
    try program.audio.write(Sound.tone(440, .wideband, count: 64_000))
    #expect(Sound.isSilent(program.world.pass(40, speaking: 700)))
    let farEnd = program.takeFarEnd()
    #expect(Sound.has(440, in: farEnd, .wideband))
    #expect(Sound.level(700, in: farEnd, .wideband) < -60)
    let heard = try program.audio.read(16_000)
    #expect(Sound.has(1_000, in: heard, .wideband))
    #expect(Sound.level(700, in: heard, .wideband) < -60)
    // A second call still rings at the person.
    _ = try await program.world.ringingCall("q")
    let waiting = program.world.pass(12)
    #expect(!Sound.isSilent(waiting))
    #expect(Sound.level(1_000, in: waiting, .fullband) < -40)
    program.audio.close()
    await program.world.host.settle()
    #expect(Sound.has(1_000, in: program.world.pass(40), .fullband))
  }

  @Test("In early media the program hears the network, and its queue waits for the answer") func earlyMedia() async throws {
    let world = try SoundWorld()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    let log = EventLog()
    let audio = try log.attach(to: call, of: world.host, .talk())
    world.p.farEnd(of: call, .says(hertz: 1_000))
    world.providers["p"]?.reportOutgoingCall(with: call, startedConnectingAt: nil)
    world.providers["p"]?.report(.earlyMedia, of: call)
    await world.host.settle()
    try audio.write(AttachedWorld.samples(0..<640))
    world.pass(20)
    #expect(Sound.has(1_000, in: try audio.read(16_000), .wideband))
    #expect(audio.status.position == 0)
    #expect(log.take().isEmpty)
    world.providers["p"]?.reportOutgoingCall(with: call, connectedAt: nil)
    await world.host.settle()
    world.pass(5)
    #expect(log.take().map(\.kind) == [.started, .drained])
    #expect(world.p.takeHeard(by: call).filter { $0 != 0 } == AttachedWorld.samples(0..<640))
  }

  @Test("Refusals name their reason, and the call goes on") func refusals() async throws {
    let world = try SoundWorld()
    func code(_ body: () throws -> Void) -> AttachmentError.Code? {
      do {
        try body()
        return nil
      } catch { return (error as? AttachmentError)?.code }
    }
    #expect(code { _ = try world.host.attachAudio(to: CallID()) } == .unknownCall)
    let call = try await world.activeCall()
    #expect(code { _ = try world.host.attachAudio(to: call, .talk(rate: 11_025)) } == .invalid)
    #expect(code { _ = try world.host.attachAudio(to: call, .talk(queue: .milliseconds(10))) } == .invalid)
    #expect(code { _ = try world.host.attachAudio(to: call, AttachmentOptions(heard: .seconds(61))) } == .invalid)
    let audio = try world.host.attachAudio(to: call)
    #expect(code { try audio.mark(String(repeating: "m", count: 257)) } == .limit)
    try audio.write([1])
    for mark in 0..<1_024 { try audio.mark("\(mark)") }
    #expect(code { try audio.mark("one more") } == .limit)
    for _ in 1..<16 { _ = try world.host.attachAudio(to: call) }
    #expect(code { _ = try world.host.attachAudio(to: call) } == .limit)
    let silent = CallHost(clock: VirtualClock())
    #expect(code { _ = try silent.attachAudio(to: call) } == .unsupported)
    world.pass(5)
    #expect(world.host.call(call)?.state == .active)
  }

  @Test("The descriptor is readable while 20 ms can be read, and for ever after the end") func descriptor() async throws {
    let program = try await AttachedWorld()
    func isReadable() throws -> Bool {
      var wait = pollfd(fd: try program.audio.readDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&wait, 1, 0) == 1
    }
    #expect(try !isReadable())
    program.pass(2)
    #expect(try isReadable())
    _ = try program.audio.read(320)
    #expect(try isReadable())
    _ = try program.audio.read(1)
    #expect(try !isReadable())
    program.pass(1)
    #expect(try isReadable())
    _ = try program.audio.read(1_000)
    #expect(try !isReadable())
    program.audio.close()
    #expect(try isReadable())
    #expect(throws: AttachmentError.self) { try program.audio.read(1) }
    #expect(try isReadable())
  }

  @Test("The audio heard beyond the buffer is lost from its oldest end, and counted") func lost() async throws {
    let program = try await AttachedWorld(AttachmentOptions(heard: .milliseconds(100)), farEnd: .says(hertz: 1_000))
    program.pass(20)
    #expect(program.audio.status.lost == 15 * 320)
    let heard = try program.audio.read(16_000)
    #expect(heard == Sound.tone(1_000, .wideband, from: 15 * 320, count: 5 * 320))
  }

  @Test("Both sequences end after the attachment, with everything before it") func sequences() async throws {
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    let audio = try world.host.attachAudio(to: call)
    await world.host.settle()
    async let heard = audio.heard.reduce(into: [Int16]()) { $0 += $1 }
    async let events = audio.events.reduce(into: [AttachmentEvent.Kind]()) { $0.append($1.kind) }
    try audio.write(AttachedWorld.samples(0..<320))
    world.pass(10)
    audio.close()
    // On a line with a device, calls hear each other one tick later.
    #expect(await heard == [Int16](repeating: 0, count: 320) + Sound.tone(1_000, .wideband, count: 9 * 320))
    #expect(await events == [.started, .drained, .stopped(.closed)])
    let task = Task { for await _ in audio.heard { Issue.record("a chunk after the end") } }
    await task.value
  }

  @Test("A cancelled reader stops waiting, and the next one continues") func cancelled() async throws {
    let program = try await AttachedWorld(farEnd: .says(hertz: 1_000))
    let task = Task { [audio = program.audio] in
      var iterator = audio.heard.makeAsyncIterator()
      return await iterator.next()
    }
    task.cancel()
    #expect(await task.value == nil)
    program.pass(1)
    var iterator = program.audio.heard.makeAsyncIterator()
    #expect(await iterator.next()?.count == 320)
  }
}
