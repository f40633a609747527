import FoundationEssentials
import Hookswitch
import Testing

@Suite("Live programs", .timeLimit(.minutes(5)))
struct AttachmentLiveTests {
  private static let live = AttachmentOptions(isLive: true)

  /// Writes so many samples for each of the frames.
  private func stream(_ program: AttachedWorld, frames: Int, _ samples: (Int) -> Int) throws {
    for frame in 0..<frames {
      #expect(try program.write(0..<samples(frame)) == samples(frame))
      program.world.host.tickAudio()
      program.world.p.exchange()
    }
  }

  @Test("A program that keeps time loses nothing, and nothing is corrected") func steady() async throws {
    let program = try await AttachedWorld(Self.live)
    try stream(program, frames: 500) { _ in 320 }
    let status = program.audio.status
    #expect(status.position == 499 * 320)
    #expect(status.queued == 320)
    #expect(status.underruns == 0)
    #expect(status.corrected == 0)
    #expect(status.skipped == 0)
  }

  @Test("A backlog over 200 ms loses its oldest part in one step, with the marks in it") func backlog() async throws {
    let program = try await AttachedWorld(Self.live)
    try program.write(0..<1_600)
    try program.audio.mark("old")
    try program.write(1_600..<3_200)
    #expect(program.audio.status.skipped == 0)
    try program.write(3_200..<3_300)
    #expect(program.audio.status.queued == 960)
    #expect(program.audio.status.skipped == 3_300 - 960)
    #expect(program.takeKinds() == [.started, .mark("old", isFlushed: true)])
    program.pass(10)
    #expect(program.takeFarEnd().filter { $0 != 0 } == AttachedWorld.samples(3_300 - 960..<3_300))
    #expect(program.audio.status.position == 960)
  }

  @Test("After 5 s at double rate, less than 80 ms wait within 1 s") func doubleRate() async throws {
    let program = try await AttachedWorld(Self.live)
    try stream(program, frames: 250) { _ in 640 }
    #expect(program.audio.status.queued <= 3_200 + 320)
    try stream(program, frames: 50) { _ in 320 }
    #expect(program.audio.status.queued <= 1_280)
    #expect(program.audio.status.skipped > 0)
  }

  @Test("A clock that is 0.2 % fast costs single samples, and little audio waits") func fast() async throws {
    let program = try await AttachedWorld(Self.live)
    try stream(program, frames: 3_000) { $0.isMultiple(of: 25) ? 336 : 320 }
    let status = program.audio.status
    #expect(status.queued <= 1_280)
    #expect(status.skipped == 0)
    #expect(status.underruns == 0)
    #expect(status.corrected > 600)
  }

  @Test("A clock that is 0.2 % slow repeats single samples instead of leaving gaps") func slow() async throws {
    let program = try await AttachedWorld(Self.live)
    try stream(program, frames: 3_000) { $0.isMultiple(of: 25) ? 304 : 320 }
    let status = program.audio.status
    #expect(status.skipped == 0)
    #expect(status.corrected > 600)
    #expect(status.underruns <= 20)
    #expect(program.takeKinds() == [.started])
  }

  @Test("A live sentence ends 200 ms after its last sample; a shorter gap is an underrun") func sentence() async throws {
    let program = try await AttachedWorld(Self.live)
    try stream(program, frames: 5) { _ in 320 }
    program.pass(5)
    try stream(program, frames: 5) { _ in 320 }
    #expect(program.audio.status.underruns == 5)
    program.pass(11)
    #expect(program.takeKinds() == [.started])
    program.pass(2)
    #expect(program.takeKinds() == [.drained])
    #expect(program.audio.status.underruns == 5)
  }
}
