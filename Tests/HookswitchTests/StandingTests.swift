import FoundationEssentials
import Hookswitch
import Locking
import Testing

/// A source of standings for tests: it gives one answer to all, and counts what it is asked and told.
private final class ScriptedSource: LineStandingSource {
  struct State {
    var answer = LineStanding.mine
    var next: [LineStanding] = []
    var asked: [LineAddition] = []
    var busy = 0
    var idle = 0
  }

  private let state = Locked(State())

  var seen: State { state.withLock { $0 } }

  func answer(_ standing: LineStanding) { state.withLock { $0.answer = standing } }
  /// Gives these answers first, one after the other.
  func answer(inTurn standings: [LineStanding]) { state.withLock { $0.next = standings } }

  func standing(of line: String, for addition: LineAddition) -> LineStanding {
    state.withLock { state in
      state.asked.append(addition)
      let answer = state.next.isEmpty ? state.answer : state.next.removeFirst()
      if answer.addsCalls { state.busy += 1 }
      return answer
    }
  }

  func lineIsIdle(_ line: String) { state.withLock { $0.idle += 1 } }
}

@Suite("The standings of lines in a host of a cluster")
struct StandingTests {
  private func world(_ source: ScriptedSource, _ change: (inout HostSettings) -> Void = { _ in }) throws -> World {
    var settings = HostSettings()
    settings.standings = source
    change(&settings)
    return try World(settings: settings)
  }

  @Test("The source is asked before each act that adds a call, and told once that the line is idle (K5)")
  func idleOnce() async throws {
    let source = ScriptedSource()
    let world = try world(source)
    let call = try await world.activeCall()
    let second = try await world.ringingCall()
    try await world.controller.answer(second).performed()
    #expect(source.seen.asked == [.start, .incoming, .answer] && source.seen.idle == 0)
    try await world.controller.end(second).performed()
    await world.host.settle()
    #expect(source.seen.idle == 0)
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(source.seen.idle == 1)
    let third = try await world.ringingCall()
    try await world.controller.end(third).performed()
    await world.host.settle()
    #expect(source.seen.idle == 2)
  }

  @Test("A refused Start leaves nothing, and one that is allowed and refused by another rule makes the line idle again (K5)")
  func refusedStart() async throws {
    let source = ScriptedSource()
    let world = try world(source)
    source.answer(.elsewhere(node: "b", address: "sip:192.0.2.2"))
    let error = await #expect(throws: CallError.self) { _ = try await world.controller.start(.number("1"), through: "a") }
    #expect(error?.code == .lineElsewhere && error?.node == "b" && error?.address == "sip:192.0.2.2")
    await world.host.settle()
    #expect(source.seen.idle == 0 && world.host.snapshot().calls.isEmpty && world.delegate.heard == ["begin"])
    source.answer(.mine)
    await #expect(throws: CallError.self) { _ = try await world.controller.start(.number("1"), through: "nobody") }
    await world.host.settle()
    #expect(source.seen.idle == 1 && world.host.snapshot().calls.isEmpty)
  }

  @Test("An incoming call on another host's line is refused, with the address of the callee there (K5)")
  func refusedIncoming() async throws {
    let source = ScriptedSource()
    source.answer(.elsewhere(node: "b", address: "sip:192.0.2.2"))
    let world = try world(source)
    var update = CallUpdate.from("7")
    update.localHandle = Handle(type: .sipURI, value: "sip:alice@example.com")
    let error = await #expect(throws: CallError.self) { try await world.provider.reportNewIncomingCall(with: CallID(), update: update) }
    #expect(error?.code == .lineElsewhere && error?.address == "sip:alice@192.0.2.2")
    await world.host.settle()
    #expect(world.delegate.heard == ["begin", "refused lineElsewhere"] && source.seen.idle == 0)
  }

  @Test("A ringing call is sent away when the standing changes, and calls that are up go on (K7, K8)")
  func moved() async throws {
    let source = ScriptedSource()
    let world = try world(source)
    let up = try await world.activeCall()
    let call = try await world.ringingCall()
    source.answer(.cutOff)
    world.host.standingsChanged(["main", "no such line"])
    await world.host.settle()
    #expect(world.state(call) == nil && world.state(up) == .active && world.delegate.heard.last == "end")
    try await world.controller.hold(up).performed()
    try await world.controller.resume(up).performed()
    source.answer(.elsewhere(node: "b", address: nil))
    world.host.standingsChanged()
    await world.host.settle()
    try await world.controller.hold(up).performed()
    await #expect(throws: CallError.self) { try await world.controller.resume(up).performed() }
    source.answer(.elsewhere(node: "b", address: nil, ownerHasFront: false))
    try await world.controller.resume(up).performed()
    try await world.controller.end(up).performed()
    await world.host.settle()
    #expect(source.seen.idle == 1)
  }

  @Test("An answer that changes between two requests counts for the second one (K5)")
  func changesInTheMiddle() async throws {
    let source = ScriptedSource()
    let world = try world(source)
    source.answer(inTurn: [.mine, .cutOff, .mine])
    let call = try await world.ringingCall()
    let error = await #expect(throws: CallError.self) { try await world.controller.answer(call).performed() }
    // The question before the Answer finds the line cut off, so that the call is sent away.
    #expect(error != nil)
    await world.host.settle()
    #expect(world.state(call) == nil && source.seen.idle == 1)
    let next = try await world.ringingCall()
    #expect(world.state(next) == .ringing)
  }

  @Test("An emergency Start is made while the host is cut off, and the next Start is refused (K7)")
  func emergency() async throws {
    let source = ScriptedSource()
    let world = try world(source)
    source.answer(inTurn: [.cutOff, .mine, .cutOff])
    await #expect(throws: CallError.self) { _ = try await world.controller.start(.number("1"), through: "a") }
    let call = try await world.controller.start(.number("112"), through: "a")
    await world.host.settle()
    #expect(world.state(call) == .dialing && source.seen.asked == [.start, .startEmergency])
    try await world.controller.end(call).performed()
    await #expect(throws: CallError.self) { _ = try await world.controller.start(.number("1"), through: "a") }
    await world.host.settle()
    #expect(source.seen.idle == 1)
  }

  @Test("Lines made for one incoming call are not asked about")
  func generatedLines() async throws {
    let source = ScriptedSource()
    source.answer(.cutOff)
    let world = try world(source) { $0.lineForIncoming = { _, _ in .each } }
    let call = try await world.ringingCall()
    #expect(world.state(call) == .ringing && source.seen.asked.isEmpty)
  }

  @Test("Threads that add calls at once leave the line busy exactly while it has calls (K5)")
  func threads() async throws {
    let source = ScriptedSource()
    let world = try world(source) { $0.policy.maximumRingingCalls = 64 }
    let host = world.host
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<32 {
        group.addTask {
          guard let call = try? await world.ringingCall() else { return }
          host.standingsChanged()
          _ = try? await world.controller.end(call).performed()
        }
      }
    }
    await host.settle()
    let seen = source.seen
    #expect(host.snapshot().calls.isEmpty && seen.asked.contains(.incoming) && seen.idle > 0 && seen.idle <= 32)
    let call = try await world.ringingCall()
    try await world.controller.end(call).performed()
    await host.settle()
    #expect(source.seen.idle == seen.idle + 1)
  }
}
