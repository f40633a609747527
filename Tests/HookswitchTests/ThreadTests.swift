import Dispatch
import FoundationEssentials
import Hookswitch
import Locking
import Testing

@Suite("Many threads", .timeLimit(.minutes(5)))
struct ThreadTests {
  /// Keeps records in memory.
  final class Memory: JournalSink {
    let records = Locked<[JournalRecord]>([])
    let writers = Locked(0)
    let overlaps = Locked(0)

    func write(_ records: [JournalRecord]) {
      if writers.withLock({
        $0 += 1; return $0
      }) > 1 {
        overlaps.withLock { $0 += 1 }
      }
      self.records.withLock { $0 += records }
      writers.withLock { $0 -= 1 }
    }

    func flush() {}
  }

  /// Answers from other threads, sometimes twice, and calls the host from inside its functions.
  final class Restless: ProviderDelegate {
    let running = Locked<Set<ProviderID>>([])
    let overlaps = Locked(0)
    private let queue = DispatchQueue(label: "restless", attributes: .concurrent)

    private func answer(_ action: some CallAction, _ provider: Provider, then body: @escaping @Sendable () -> Void = {}) {
      if !running.withLock({ $0.insert(provider.id).inserted }) { overlaps.withLock { $0 += 1 } }
      defer { running.withLock { _ = $0.remove(provider.id) } }
      if action.callUUID.uuid.0 % 4 == 0 {
        action.fulfill()
        action.fulfill()
        body()
      } else {
        queue.async {
          action.fulfill()
          body()
        }
      }
    }

    func providerDidReset(_ provider: Provider) {}
    func provider(_ provider: Provider, perform action: StartCallAction) {
      answer(action, provider) { provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil) }
    }
    func provider(_ provider: Provider, perform action: AnswerCallAction) { answer(action, provider) }
    func provider(_ provider: Provider, perform action: EndCallAction) { answer(action, provider) }
    func provider(_ provider: Provider, perform action: SetHeldCallAction) { answer(action, provider) }
    func provider(_ provider: Provider, perform action: SetMutedCallAction) { answer(action, provider) }
  }

  @Test("eight threads on sixteen lines: every request ends, every journal replays, every observer sees revisions in order")
  func storm() async throws {
    let memory = Memory()
    var settings = HostSettings()
    settings.journals = [memory]
    let host = CallHost(settings: settings)
    let delegate = Restless()
    for id in ["a", "b"] as [ProviderID] { _ = try host.register(id, delegate: delegate) }
    let lines = (0..<16).map { LineID(rawValue: "line-\($0)") }
    let observer = CallObserver(host: host)
    let watch = Task {
      var latest: [LineID: UInt64] = [:]
      for await change in observer.history(limit: 100_000) {
        guard let snapshot = change.latest else { return false }
        if snapshot.revision <= latest[snapshot.line, default: 0] && snapshot.revision != 0 { return false }
        latest[snapshot.line] = snapshot.revision
        if snapshot.line == "stop" { return true }
      }
      return false
    }

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<40 {
            let line = lines[(worker * 7 + round * 3) % lines.count]
            let controller = CallController(host: host, line: line, provider: round % 2 == 0 ? "a" : "b")
            guard let call = try? await controller.start(.number("1")) else { continue }
            try? await controller.hold(call).performed()
            try? await controller.setMuted(call, true).performed()
            try? await controller.swap().performed()
            try? await controller.end(call).performed()
          }
        }
      }
    }
    await host.settle()
    await host.shutdown()
    for line in lines { #expect(host.snapshot(of: line).calls.isEmpty) }
    #expect(delegate.overlaps.withLock { $0 } == 0)
    #expect(memory.overlaps.withLock { $0 } == 0)

    var replay = JournalReplay()
    for record in memory.records.withLock({ $0 }) { try replay.run(record) }
    #expect(replay.events > 1_000)
    host.setDoNotDisturb(true, on: "stop")
    #expect(await watch.value)
  }

  /// Never returns from a Start.
  final class Hanging: ProviderDelegate {
    let gate = DispatchSemaphore(value: 0)
    func providerDidReset(_ provider: Provider) {}
    func provider(_ provider: Provider, perform action: StartCallAction) { gate.wait() }
  }

  @Test("V7: a delegate that hangs delays no other provider, no other line, and no caller of its own")
  func hanging() async throws {
    let host = CallHost()
    let hanging = Hanging()
    _ = try host.register("hanging", delegate: hanging)
    let delegate = ScriptedDelegate()
    _ = try host.register("fine", delegate: delegate)
    defer { hanging.gate.signal() }
    let stuck = try await CallController(host: host, line: "one", provider: "hanging").start(.number("1"))
    let fine = CallController(host: host, line: "two", provider: "fine")
    let call = try await fine.start(.number("2"))
    try await fine.end(call).performed()
    #expect(host.call(stuck)?.state == .requested)
  }

  @Test("a completion, a delegate and an observer may each call the host: the host holds no lock while they run")
  func reentrance() async throws {
    let world = try World()
    let (done, tell) = AsyncStream.makeStream(of: CallError?.self)
    let call = CallID()
    world.controller.request(Transaction(action: StartCallAction(call: call, handle: .number("1")))) { error in
      #expect(error == nil)
      #expect(world.host.call(call) != nil)
      world.controller.requestTransaction(with: EndCallAction(call: call)) { tell.yield($0) }
    }
    for await error in done {
      #expect(error == nil)
      break
    }
    await world.host.settle()
    #expect(world.host.call(call) == nil)
  }

  @Test("a call answered from inside the report that it rings, on the thread that drains its line, is answered")
  func answeredWithin() async throws {
    let host = CallHost()
    var configuration = ProviderConfiguration()
    configuration.line = .each
    let provider = try host.register("a", configuration: configuration, delegate: ScriptedDelegate())
    let calls = 400
    let (up, tell) = AsyncStream.makeStream(of: CallID.self)
    let listener = DirectListener(host) { event in
      guard let line = event.line, case .entered(let call, let state) = event.body else { return }
      if state == .active { tell.yield(call) }
      guard state == .ringing else { return }
      CallController(host: host, line: line).requestTransaction(with: AnswerCallAction(call: call)) { error in
        if error != nil { tell.finish() }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<calls / 4 { try? await provider.reportNewIncomingCall(with: CallID(), update: CallUpdate.from("1")) }
        }
      }
    }
    var answered: Set<CallID> = []
    for await call in up {
      answered.insert(call)
      if answered.count == calls { break }
    }
    #expect(answered.count == calls)
    listener.stop(host)
    await host.shutdown()
  }

  @Test("a completion gets the reason why a request was refused")
  func refusedCompletion() async throws {
    let world = try World()
    let (done, tell) = AsyncStream.makeStream(of: CallError?.self)
    world.controller.request(Transaction()) { tell.yield($0) }
    for await error in done {
      #expect(error == CallError(.emptyTransaction))
      break
    }
  }
}
