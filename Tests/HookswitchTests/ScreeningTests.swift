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

  @Test("Screeners get the caller, and let the call ring, silence it or block it (I8)", arguments: ScreenVerdict.allCases)
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

  @Test("Without screeners every call rings at once")
  func nobody() async throws {
    let world = try world(["absent"])
    let call = try await world.ringingCall()
    #expect(world.state(call) == .ringing)
  }

  @Test("Screeners that take too long are cancelled after a second, and the call rings without them")
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

  @Test("Screeners of a call that goes away are cancelled, and its reporter learns of it too")
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

  @Test("Screeners still at work when another blocks the call are cancelled")
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

  @Test("Screeners may give a name and a label with their verdict: the first screener in the policy's order counts (I8)")
  func identify() async throws {
    let world = try world(["contacts", "directory"])
    world.host.setIdentifyingScreener("directory") { _ in (.continue, ScreenedCaller(name: "Unknown shop", label: "Delivery service")) }
    world.host.setIdentifyingScreener("contacts") { _ in (.silence, ScreenedCaller(name: "Alice")) }
    let call = try await world.ringingCall()
    let seen = try #require(world.host.call(call))
    #expect(seen.name == "Alice")
    #expect(seen.label == "Delivery service")
    #expect(seen.labelSource == "directory")
    #expect(seen.isSilenced)
    var update = CallUpdate()
    update.localizedCallerName = "Alice at work"
    world.provider.reportCall(with: call, updated: update)
    await world.host.settle()
    #expect(world.host.call(call)?.name == "Alice at work")
    #expect(world.host.call(call)?.label == "Delivery service")
  }

  @Test("Screeners see which of the user's numbers is called, and the network's further details")
  func details() async throws {
    let world = try world(["judge"])
    world.host.setScreener("judge") { request in
      #expect(request.update.localHandle == .number("5550199"))
      #expect(request.update.correlationID == "a84b4c76e66710")
      return .continue
    }
    let call = CallID()
    var update = CallUpdate.from("5550111")
    update.localHandle = .number("5550199")
    update.divertedFrom = .number("5550198")
    update.correlationID = "a84b4c76e66710"
    update.extraJSON = #"{"priority":"urgent"}"#
    try await world.provider.reportNewIncomingCall(with: call, update: update)
    #expect(world.host.call(call)?.details == update.details)
    #expect(world.host.call(call)?.divertedFrom == .number("5550198"))
  }
}
