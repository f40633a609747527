import Dispatch
import FoundationEssentials
import Hookswitch
import Locking
import Testing

@testable import HookswitchCore

@Suite("Observers")
struct ObserverTests {
  /// Records the states in which it sees calls.
  final class Witness: CallObserverDelegate {
    let seen = Locked<[(call: CallID, state: CallState, cause: EndCause?)]>([])

    func callObserver(_ observer: CallObserver, callChanged call: Call) {
      seen.withLock { $0.append((call.uuid, call.state, call.end?.cause)) }
    }

    func states(of call: CallID) -> [CallState] { seen.withLock { $0.filter { $0.call == call }.map(\.state) } }
  }

  @Test("a delegate sees each state of a call, and its end once, after which it is no longer in `calls`")
  func delegate() async throws {
    let world = try World()
    let witness = Witness()
    let observer = CallObserver(host: world.host)
    observer.setDelegate(witness)
    let call = try await world.activeCall()
    #expect(observer.calls.map(\.uuid) == [call])
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(witness.states(of: call) == [.requested, .dialing, .active, .ending, .ended])
    #expect(witness.seen.withLock { $0.last?.cause } == .user)
    #expect(observer.calls.isEmpty)
    observer.setDelegate(nil)
    _ = try await world.activeCall("2")
    await world.host.settle()
    #expect(witness.seen.withLock { $0.count } == 5)
  }

  /// Reports that its provider is ready as soon as it begins.
  final class PromptDelegate: ProviderDelegate {
    func providerDidBegin(_ provider: Provider) { provider.reportReady() }
    func providerDidReset(_ provider: Provider) {}
  }

  @Test("P1: a provider that is ready at once is reported as not ready and then as ready")
  func standingsInOrder() async throws {
    let host = CallHost(clock: VirtualClock())
    var events = CallObserver(host: host).events().makeAsyncIterator()
    _ = try host.register("a", ProviderConfiguration(), PromptDelegate(), queue: nil, isReady: false, isDirect: true, restart: nil)
    var standings: [Roster.Standing?] = []
    while standings.count < 2, let event = await events.next() {
      if case .provider("a", let standing) = event.body { standings.append(standing) }
    }
    #expect(standings == [.notReady, .ready])
  }

  @Test("A wait for a call that has ended returns nil at once", .timeLimit(.minutes(1)))
  func waitsForEnded() async throws {
    let world = try World()
    let call = try await world.activeCall()
    #expect(await world.controller.callObserver.call(call, reaches: .active)?.uuid == call)
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(await world.controller.callObserver.call(call, reaches: .active) == nil)
  }

  /// Blocks in the first snapshot until the test releases it.
  final class Sleeper: CallObserverDelegate {
    let count = Locked(0)
    let gate = DispatchSemaphore(value: 0)

    func callObserver(_ observer: CallObserver, callChanged call: Call) {
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { gate.wait() }
    }
  }

  @Test("L3: the queue for a delegate that blocks is bounded, and missed snapshots are counted")
  func slowDelegate() async throws {
    let world = try World()
    let sleeper = Sleeper()
    let observer = CallObserver(host: world.host)
    // Its own count of pending work, so that the host comes to rest while the delegate blocks.
    let activity = Activity()
    let relay = DelegateRelay(sleeper, of: observer, nil, activity, most: 8)
    world.host.core.observers.add(relay, of: .changes)
    defer { world.host.core.observers.remove(relay) }
    for number in 0..<20 {
      let call = try await world.activeCall("\(number)")
      try await world.controller.end(call).performed()
    }
    sleeper.gate.signal()
    await activity.rest()
    #expect(relay.missed > 0)
    #expect(sleeper.count.withLock { $0 } + relay.missed == 100)
    #expect(observer.missedChanges == 0)
  }

  @Test("a late observer sees the end of a call that was there before it")
  func lateDelegate() async throws {
    let world = try World()
    let call = try await world.activeCall()
    let witness = Witness()
    let observer = CallObserver(host: world.host)
    observer.setDelegate(witness)
    world.provider.reportCall(with: call, reason: .remoteEnded)
    await world.host.settle()
    #expect(witness.states(of: call) == [.ended])
  }

  @Test("missed events are counted too, oldest first")
  func laggedEvents() async throws {
    let world = try World()
    var events = CallObserver(host: world.host).events(limit: 2).makeAsyncIterator()
    let call = try await world.activeCall()
    world.provider.report(.dtmf("1"), of: call)
    world.provider.report(.dtmf("2"), of: call)
    guard case .lagged? = await events.next()?.body else {
      Issue.record("it lost something and was not told")
      return
    }
    #expect(await events.next()?.body == .dtmfReceived(call, "1"))
    #expect(await events.next()?.body == .dtmfReceived(call, "2"))
  }

  @Test("a media time-out and its end are events of a call that goes on (P4)")
  func mediaTimeout() async throws {
    let world = try World()
    let call = try await world.activeCall("1")
    var events = CallObserver(host: world.host).events().makeAsyncIterator()
    world.provider.report(.mediaTimeout, of: call)
    world.provider.report(.mediaResumed, of: call)
    #expect(await events.next()?.body == .mediaTimeout(call))
    #expect(await events.next()?.body == .mediaResumed(call))
    #expect(world.host.call(call)?.state == .active)
  }

  @Test("an offered resume, a tone, and audio are events, each with its line")
  func events() async throws {
    let world = try World()
    var events = CallObserver(host: world.host).events().makeAsyncIterator()
    let first = try await world.activeCall("1")
    let second = try await world.activeCall("2")
    world.provider.reportCall(with: second, reason: .remoteEnded)
    await world.host.settle()
    var bodies: [HostEvent.Body] = []
    while bodies.last != .resumeOffered(first), let event = await events.next() {
      #expect(event.line == .main)
      bodies.append(event.body)
    }
    #expect(bodies.contains(.audio("a", isActive: true, .started)))
    #expect(bodies.contains(.ended(second, CallEnd(.remoteEnded))))
  }

  @Test("records of a provider that keeps its calls out of the history are not reported")
  func recents() async throws {
    var configuration = ProviderConfiguration()
    configuration.includesCallsInRecents = false
    let world = try World(configuration: configuration)
    var events = CallObserver(host: world.host).events().makeAsyncIterator()
    let call = try await world.activeCall()
    try await world.controller.end(call).performed()
    world.host.setDoNotDisturb(true)
    _ = try? await world.ringingCall()
    await world.host.settle()
    while let event = await events.next() {
      if case .record = event.body { Issue.record("a record was told") }
      if case .refusedIncoming = event.body { break }
    }
  }

  @Test("a reader whose task is cancelled stops waiting")
  func cancelled() async throws {
    let world = try World()
    let observer = CallObserver(host: world.host)
    let task = Task {
      var count = 0
      for await _ in observer.snapshots { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }

  @Test("a reader of one line gets nothing of another")
  func oneLine() async throws {
    let world = try World()
    let desk = CallController(host: world.host, line: "desk")
    let witness = Witness()
    desk.callObserver.setDelegate(witness)
    let here = try await world.activeCall()
    let there = try await desk.start(.number("2"))
    await world.host.settle()
    #expect(witness.states(of: here).isEmpty)
    #expect(witness.states(of: there) == [.requested, .dialing])
    #expect(CallObserver(host: world.host).calls.map(\.uuid) == [there, here])
  }

  /// Makes two calls, the first held and the second active, whose provider answers holds only when the test says so.
  private func heldAndActive() async throws -> (world: World, first: CallID, second: CallID) {
    let world = try World(deaf: [.setHeld, .setGroup])
    let first = try await world.activeCall("1")
    let second = try await world.controller.start(.number("2"))
    await world.host.settle()
    world.delegate.kept.last?.fulfill()
    await world.host.settle()
    world.provider.reportOutgoingCall(with: second, connectedAt: nil)
    await world.host.settle()
    try #require(world.state(first) == .held && world.state(second) == .active)
    return (world, first, second)
  }

  @Test("V1 a swap is one change: no snapshot shows both calls held")
  func swapIsOneChange() async throws {
    let (world, first, second) = try await heldAndActive()
    let witness = Witness()
    let observer = CallObserver(host: world.host)
    observer.setDelegate(witness)
    await world.host.settle()
    let revision = world.host.snapshot().revision
    let request = try await world.controller.swap()
    await world.host.settle()
    world.delegate.kept.last?.fulfill()
    await world.host.settle()
    // The second is held by now, by its provider's report; snapshots show it when the first is resumed.
    #expect(world.state(second) == .active && world.state(first) == .held)
    #expect(world.host.snapshot().revision == revision)
    #expect(witness.seen.withLock { $0.isEmpty })
    world.delegate.kept.last?.fulfill()
    try await request.performed()
    await world.host.settle()
    #expect(world.state(second) == .held && world.state(first) == .active)
    #expect(world.host.snapshot().revision == revision + 1)
    #expect(Set(witness.seen.withLock { $0.map(\.state) }) == [.held, .active])
    #expect(witness.seen.withLock { $0.count } == 2)
  }

  @Test("V1 a swap whose resume fails is undone unseen; one that cannot be undone is shown as it is")
  func failedSwap() async throws {
    for comesBack in [true, false] {
      let (world, first, second) = try await heldAndActive()
      let revision = world.host.snapshot().revision
      let request = try await world.controller.swap()
      await world.host.settle()
      world.delegate.kept.last?.fulfill()
      await world.host.settle()
      world.delegate.kept.last?.fail()
      await world.host.settle()
      await #expect(throws: CallError.self) { try await request.performed() }
      #expect(world.host.snapshot().revision == revision)
      #expect(world.state(second) == .active && world.state(first) == .held)
      if comesBack { world.delegate.kept.last?.fulfill() } else { world.delegate.kept.last?.fail() }
      await world.host.settle()
      #expect(world.state(second) == (comesBack ? .active : .held))
      #expect(world.host.snapshot().revision == (comesBack ? revision : revision + 1))
    }
  }

  @Test("V1 a merge and a split are one change each")
  func mergeAndSplitAreOneChange() async throws {
    let (world, first, second) = try await heldAndActive()
    for kind in [CallOperation.Kind.setHeld, .setGroup] { world.delegate.listen(to: kind) }
    var history = CallObserver(host: world.host).history().makeAsyncIterator()
    _ = await history.next()
    try await world.controller.merge([first, second]).performed()
    guard let merged = await history.next()?.latest else { throw CallError(.timedOut) }
    #expect(merged.groups.map(\.count) == [2])
    #expect(merged.calls.allSatisfy { $0.state == .active })
    try await world.controller.split(second).performed()
    guard let split = await history.next()?.latest else { throw CallError(.timedOut) }
    #expect(split.groups.map(\.count) == [1, 1])
    #expect(split[first]?.state == .held && split[second]?.state == .active)
    await world.host.settle()
  }
}
