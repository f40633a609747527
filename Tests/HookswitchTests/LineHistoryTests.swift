import Hookswitch
import Locking
import Testing

@testable import HookswitchCore

@Suite("The stream of changes that observers read")
struct LineHistoryTests {
  @Test("a late reader gets the line as it is, then each change once and in order")
  func history() async throws {
    let world = try World()
    let call = try await world.activeCall()
    let observer = CallObserver(host: world.host)
    var history = observer.history().makeAsyncIterator()
    try await world.controller.hold(call).performed()
    try await world.controller.resume(call).performed()
    try await world.controller.end(call).performed()
    await world.host.settle()
    var states: [CallState?] = []
    var revisions: [UInt64] = []
    while states.last != .some(nil), let snapshot = await history.next()?.latest {
      states.append(snapshot[call]?.state)
      revisions.append(snapshot.revision)
    }
    #expect(states == [.active, .held, .active, .ending, nil])
    #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
  }

  @Test(
    "a late reader of two lines gets their snapshots first, and then changes that name line, revision and calls, in order for each line")
  func twoLines() async throws {
    let world = try World()
    let desk = CallController(host: world.host, line: "desk")
    let first = try await world.activeCall("1")
    let second = try await desk.start(.number("2"))
    await world.host.settle()
    let history = CallObserver(host: world.host).history().makeAsyncIterator()
    for isMuted in [true, false, true] {
      try await world.controller.setMuted(first, isMuted).performed()
      try await desk.setMuted(second, isMuted).performed()
    }
    try await world.controller.end(first).performed()
    try await desk.end(second).performed()

    let steps = await steps(of: history, until: { $0["desk"]?.calls.isEmpty == true })
    #expect(steps.prefix(2).map(\.latest?.line) == ["desk", .main])
    for step in steps.prefix(2) { if case .change = step { Issue.record("\(step) came before the line's snapshot") } }
    var revisions: [LineID: UInt64] = [:]
    for case .snapshot(let snapshot) in steps { revisions[snapshot.line] = snapshot.revision }
    #expect(revisions.count == 2)
    var order: [LineID] = []
    for case .change(let change) in steps {
      #expect(change.revision > revisions[change.line, default: .max])
      revisions[change.line] = change.revision
      #expect(change.changed.allSatisfy { $0.line == change.line })
      if order.last != change.line { order.append(change.line) }
    }
    #expect(order == [.main, "desk", .main, "desk", .main, "desk", .main, "desk"])
  }

  /// Reads steps until the lines' latest snapshots are as wanted.
  private func steps(
    of iterator: LineHistory.Iterator, until isOver: ([LineID: LineSnapshot]) -> Bool
  ) async -> [LineHistory.Element] {
    var (iterator, steps, lines) = (iterator, [LineHistory.Element](), [LineID: LineSnapshot]())
    while !isOver(lines), let step = await iterator.next() {
      steps.append(step)
      if let line = step.latest { lines[line.line] = line }
    }
    return steps
  }

  @Test("an observer that begins while a line is about to receive is told that change, which its snapshot lacks")
  func neverBlind() throws {
    let world = try World()
    let (hub, core) = (world.host.core.observers, world.host.core)
    let box = LineBox(id: "desk", policy: LinePolicy(), isGenerated: false)
    // The drainer looks around, and only then the observer begins.
    let surroundings = core.surroundings
    let relay = DelegateRelay(ObserverTests.Witness(), of: CallObserver(host: world.host), nil, core.activity)
    hub.add(relay, of: .changes)
    defer { hub.remove(relay) }
    let before = box.snapshot
    var inbox = LineInbox([.event(.doNotDisturb(true))])
    var change: LineChange?
    switch box.submit(&inbox, surroundings) {
    case .step(let step): change = Self.change(of: step)
    case .queued: break
    case .closed: break
    }
    #expect(!before.doNotDisturb && change?.snapshot.doNotDisturb == true)
  }

  private static func change(of step: consuming LineStep) -> LineChange? {
    switch consume step {
    case .turn(let turn): turn.change
    case .ask: nil
    case .rest: nil
    }
  }

  @Test("X4: whoever awaits a request finds its change and its events told")
  func outcomeComesLast() async throws {
    let world = try World(deaf: [.setHeld])
    let call = try await world.activeCall()
    let request = Locked<PendingRequest?>(nil)
    let seen = Locked<[Bool]>([])
    let listener = DirectListener(
      world.host,
      news: { _ in
        if let request = request.withLock({ $0 }) { seen.withLock { $0.append(request.isComplete) } }
      })
    let held = try await world.controller.hold(call)
    request.withLock { $0 = held }
    await world.host.settle()
    world.delegate.kept.last?.fulfill()
    try await held.performed()
    let wasComplete = seen.withLock { $0 }
    #expect(!wasComplete.isEmpty && !wasComplete.contains(true))
    listener.stop(world.host)
  }

  @Test("the latest-value form gives the present, and skips changes in between")
  func latest() async throws {
    let world = try World()
    let observer = CallObserver(host: world.host, line: .main)
    var snapshots = observer.snapshots.makeAsyncIterator()
    #expect(await snapshots.next()?.calls.isEmpty == true)
    let call = try await world.activeCall()
    try await world.controller.hold(call).performed()
    await world.host.settle()
    #expect(await snapshots.next()?[call]?.state == .held)
  }

  @Test("a slow reader learns how many snapshots it missed, and gets the newest")
  func lagged() async throws {
    let world = try World()
    let observer = CallObserver(host: world.host)
    var history = observer.history(limit: 4).makeAsyncIterator()
    let call = try await world.activeCall()
    for _ in 0..<10 {
      try await world.controller.setMuted(call, true).performed()
      try await world.controller.setMuted(call, false).performed()
    }
    await world.host.settle()
    let revision = world.host.snapshot().revision
    guard case .lagged(let lost)? = await history.next() else {
      Issue.record("it lost something and was not told")
      return
    }
    var last: UInt64 = 0
    for _ in 0..<4 {
      if case .change(let change)? = await history.next() { last = change.revision }
    }
    #expect(last == revision)
    #expect(UInt64(lost) == revision - 4)
  }
}
