import FoundationEssentials
import Hookswitch
import Testing

@Suite("An incoming call through the host")
struct IncomingCallTests {
  @Test("An incoming call rings, is answered and ended; the reporter learns that it rings before the delegate gets the answer")
  func walk() async throws {
    let world = try World()
    let call = try await world.ringingCall()
    #expect(world.state(call) == .ringing)
    try await world.controller.answer(call).performed()
    #expect(world.state(call) == .active)
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(world.delegate.heard == ["begin", "shown", "answer", "audio +", "end", "audio -"])
  }

  @Test("An incoming call rings out after a minute, and the history says missed (I5)")
  func ringTime() async throws {
    let world = try World()
    var events = world.controller.callObserver.events().makeAsyncIterator()
    let call = try await world.ringingCall()
    await world.clock.advance(by: .seconds(60))
    #expect(world.host.call(call) == nil)
    var record: CallRecord?
    while record == nil, let event = await events.next() {
      if case .record(let found) = event.body { record = found }
    }
    #expect(record?.outcome == .missed)
    #expect(record?.end?.cause == .ringTimeout)
  }

  @Test("A ringing call is sent on by its delegate (R5), alone in its transaction, and the history has the cause")
  func deflect() async throws {
    let world = try World()
    var events = world.controller.callObserver.events().makeAsyncIterator()
    let call = try await world.ringingCall()
    await #expect(throws: CallError(.invalidAction, [call])) {
      try await world.controller.requestTransaction(
        with: [DeflectCallAction(call: call, to: .number("7")), EndCallAction(call: call)])
    }
    try await world.controller.perform(.deflect(to: .number("7")), on: call).performed()
    #expect(world.host.call(call) == nil)
    #expect(world.delegate.heard.contains("deflect 7") && !world.delegate.heard.contains("end"))
    var record: CallRecord?
    while record == nil, let event = await events.next() {
      if case .record(let found) = event.body { record = found }
    }
    #expect(record?.end == CallEnd(.localEnded, cause: .deflected))
  }

  @Test("Hold and accept works across two providers: the front call is held by its provider before the other is answered (A2)")
  func holdAndAccept() async throws {
    let world = try World()
    let (provider, delegate) = try world.another("b")
    let first = try await world.activeCall()
    let second = try await world.ringingCall(at: provider)
    try await world.controller.answer(second).performed()
    await world.host.settle()
    #expect(world.state(first) == .held)
    #expect(world.state(second) == .active)
    #expect(world.delegate.heard.suffix(2) == ["setHeld true", "audio -"])
    #expect(delegate.heard == ["begin", "shown", "answer", "audio +"])
    try await world.controller.swap().performed()
    #expect(world.state(first) == .active)
    #expect(world.state(second) == .held)
  }

  /// The reasons for refusing a call, and their errors.
  enum Bar: CaseIterable {
    case blocked, disturbing, known, ringing

    var code: CallError.Code {
      switch self {
      case .blocked: .filteredByBlockList
      case .disturbing: .filteredByDoNotDisturb
      case .known: .callUUIDAlreadyExists
      case .ringing: .maximumRingingCallsReached
      }
    }
  }

  @Test("A call is refused by the rule that forbids it, and both reporter and delegate learn which (I1)", arguments: Bar.allCases)
  func refused(_ bar: Bar) async throws {
    let world = try World()
    var call = CallID()
    switch bar {
    case .blocked: world.host.block(.number("+1 (202) 555-0100"))
    case .disturbing: world.host.setDoNotDisturb(true)
    case .known: call = try await world.activeCall()
    case .ringing: _ = try await world.ringingCall()
    }
    do {
      try await world.provider.reportNewIncomingCall(with: call, update: .from("+12025550100"))
      Issue.record("it was shown")
    } catch {
      #expect((error as? CallError)?.code == bar.code)
    }
    await world.host.settle()
    #expect(world.delegate.heard.last == "refused \(bar.code.rawValue)")
    if bar != .known { #expect(world.host.call(call) == nil) } else { #expect(world.state(call) == .active) }
  }

  @Test("A call passes do-not-disturb when its caller is on the list, and only on the line that allows it")
  func letThrough() async throws {
    let world = try World()
    world.host.setDoNotDisturb(true)
    world.host.letThrough = [.number("112")]
    let call = try await world.ringingCall(from: "112")
    #expect(world.state(call) == .ringing)
    let other = CallID()
    await #expect(throws: Never.self) {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        world.provider.reportNewIncomingCall(IncomingCall(call: other, update: .from("1"), line: "desk")) { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
    }
    #expect(world.host.snapshot(of: "desk").calls.map(\.uuid) == [other])
  }

  @Test("A call of an unknown provider is refused at once, and the provider gets no callbacks after it is invalidated (P2)")
  func invalidated() async throws {
    let world = try World()
    let call = try await world.activeCall()
    world.provider.invalidate()
    await world.host.settle()
    #expect(world.host.call(call) == nil)
    #expect(!world.delegate.heard.contains("end"))
    await #expect(throws: CallError(.unknownCallProvider)) {
      try await world.provider.reportNewIncomingCall(with: CallID(), update: .from("1"))
    }
    await #expect(throws: CallError(.unknownCallProvider)) { try await world.controller.start(.number("1"), through: "a") }
  }

  @Test("Each call rings on its own line where the provider's line is `each`, and that line is forgotten after it")
  func lineForEach() async throws {
    var configuration = ProviderConfiguration()
    configuration.line = .each
    let world = try World(configuration: configuration)
    let calls = [try await world.ringingCall(), try await world.ringingCall(), try await world.ringingCall()]
    #expect(world.host.lines == ["each-1", "each-2", "each-3"])
    for call in calls { try await world.controller.answer(call).performed() }
    for call in calls { #expect(world.state(call) == .active) }
    for call in calls { try await world.controller.end(call).performed() }
    await world.clock.advance(by: .seconds(31))
    #expect(world.host.lines == [])
    world.host.setDoNotDisturb(true, on: .each)
    await #expect(throws: CallError.self) { try await world.ringingCall() }
    // The call's id stays used.
    await #expect(throws: CallError.self) { try await world.provider.reportNewIncomingCall(with: calls[0], update: .from("1")) }
  }

  @Test("Each call rings on the line of its callee where the provider's line is `called`, and that line is forgotten after it")
  func lineOfCallee() async throws {
    var configuration = ProviderConfiguration()
    configuration.line = .called
    let world = try World(configuration: configuration)
    let rows: [(Handle?, LineID)] = [
      (Handle(type: .sipURI, value: "sip:alice@192.0.2.1"), "alice"), (Handle(type: .sipURI, value: "sip:b%2Fo@192.0.2.1:5070"), "b/o"),
      (.number("+12025550100"), "+12025550100"), (Handle(type: .sipURI, value: "sip:192.0.2.1"), "main"), (nil, "main"),
    ]
    for (callee, line) in rows {
      let call = CallID()
      var update = CallUpdate.from("1")
      update.localHandle = callee
      try await world.provider.reportNewIncomingCall(with: call, update: update)
      #expect(world.host.snapshot(of: line).calls.map(\.uuid) == [call])
      if line == "alice" { world.host.setDoNotDisturb(true, on: line) }
      try await world.controller.end(call).performed()
    }
    await world.clock.advance(by: .seconds(31))
    // A person's do-not-disturb outlives the calls.
    #expect(world.host.lines == ["alice", "main"])
  }

  @Test("A call rings on the line that the embedder's closure names")
  func lineForIncoming() async throws {
    var settings = HostSettings()
    settings.lineForIncoming = { incoming, _ in incoming.update.remoteHandle?.value == "1" ? "door" : nil }
    let world = try World(settings: settings)
    let door = try await world.ringingCall(from: "1")
    let other = try await world.ringingCall(from: "2")
    #expect(world.host.snapshot(of: "door").calls.map(\.uuid) == [door])
    #expect(world.host.snapshot().calls.map(\.uuid) == [other])
  }
}
