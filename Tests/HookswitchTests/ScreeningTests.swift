import FoundationEssentials
import Hookswitch
import Locking
import Testing

@Suite("Screeners")
struct ScreeningTests {
  private func world(_ screeners: [ScreenerID]) throws -> World {
    var settings = HostSettings()
    settings.policy.screeners = screeners
    return try World(settings: settings)
  }

  @Test("are told who calls, and let it ring, silence it or block it (I8)", arguments: ScreenVerdict.allCases)
  func verdict(_ verdict: ScreenVerdict) async throws {
    let world = try world(["judge"])
    world.host.setScreener("judge") { request in
      #expect(request.update.remoteHandle == .number("5550111"))
      #expect(request.provider == "a" && request.line == .main)
      return verdict
    }
    do {
      let call = try await world.ringingCall()
      #expect(verdict != .block)
      #expect(world.host.call(call)?.isSilenced == (verdict == .silence))
    } catch let error as CallError {
      #expect(verdict == .block && error.code == .filteredByScreener)
    }
  }

  @Test("that nobody answers for let every call ring at once")
  func nobody() async throws {
    let world = try world(["absent"])
    let call = try await world.ringingCall()
    #expect(world.state(call) == .ringing)
  }

  @Test("that take too long are cancelled after a second, and the call rings without them")
  func late() async throws {
    let world = try world(["slow"])
    let (cancelled, told) = AsyncStream.makeStream(of: Void.self)
    world.host.setScreener("slow") { _ in
      // Waits until it is cancelled, and answers all the same.
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>.makeStream().stream {}
      } onCancel: {
        told.yield()
      }
      return .block
    }
    let shown = Locked<CallError??>(nil)
    let call = CallID()
    world.provider.reportNewIncomingCall(with: call, update: .from("1")) { error in shown.withLock { $0 = .some(error) } }
    await world.clock.advance(by: .milliseconds(999))
    #expect(shown.withLock { $0 == nil })
    #expect(world.host.call(call) == nil)
    await world.clock.advance(by: .milliseconds(1))
    #expect(shown.withLock { $0 == .some(nil) })
    #expect(world.state(call) == .ringing)
    for await _ in cancelled { break }
    await world.host.settle()
    #expect(world.state(call) == .ringing)
  }

  @Test("of a call that goes away are cancelled, and its reporter hears of it too")
  func givesUp() async throws {
    let world = try world(["slow"])
    let (cancelled, told) = AsyncStream.makeStream(of: Void.self)
    world.host.setScreener("slow") { _ in
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>.makeStream().stream {}
      } onCancel: {
        told.yield()
      }
      return .continue
    }
    let shown = Locked<CallError??>(nil)
    let call = CallID()
    world.provider.reportNewIncomingCall(with: call, update: .from("1")) { error in shown.withLock { $0 = .some(error) } }
    world.provider.reportCall(with: call, reason: .remoteEnded)
    await world.host.settle()
    #expect(shown.withLock { $0 } == .some(CallError(.transactionAborted, [call])))
    for await _ in cancelled { break }
  }

  @Test("that are still asked when another has blocked the call are cancelled")
  func blockedByAnother() async throws {
    let world = try world(["slow", "strict"])
    let (cancelled, told) = AsyncStream.makeStream(of: Void.self)
    world.host.setScreener("slow") { _ in
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>.makeStream().stream {}
      } onCancel: {
        told.yield()
      }
      return .continue
    }
    world.host.setScreener("strict") { _ in .block }
    await #expect(throws: CallError(.filteredByScreener)) {
      try await world.provider.reportNewIncomingCall(with: CallID(), update: .from("1"))
    }
    for await _ in cancelled { break }
  }
}
