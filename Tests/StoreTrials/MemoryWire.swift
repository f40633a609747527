internal import CallControl
package import HookswitchCluster
internal import Locking

/// A wire to an engine in memory.
package final class MemoryWire: EngineWire {
  private struct State: Sendable {
    var isUp = false
    var isCut = false
    var isClosed = false
    var turn = 0
    var listeners: [UInt64: String] = [:]
  }

  package let lane: any ClusterLane
  package let limit = 1 << 20
  /// The number of the wire, in the subject of its answers.
  let id: Int
  private let names: ClusterNames
  private let engine: MemoryEngine
  private let state = Locked(State())
  private let hear = LockedFunction<@Sendable (WireEvent) -> Void>()

  /// Creates a wire of one node.
  package init(_ engine: MemoryEngine, names: ClusterNames, lane: any ClusterLane) {
    self.engine = engine
    id = engine.nextWire()
    self.names = names
    self.lane = lane
  }

  // MARK: Faults

  /// Cuts the node off: its connection ends, and none can be made.
  package func cut() {
    state.withLock { $0.isCut = true }
    lose("the network is cut")
  }

  /// Lets the node connect again.
  package func mend() { state.withLock { $0.isCut = false } }

  /// Ends the connection, as the network or the engine does.
  func lose(_ reason: String) {
    let wasUp = state.withLock { state in
      defer {
        state.isUp = false
        state.turn += 1
      }
      return state.isUp
    }
    engine.detach(self)
    if wasUp { tell(.down(reason: reason)) }
  }

  // MARK: The wire

  package func open(_ hear: @escaping @Sendable (WireEvent) -> Void) { self.hear.set(hear) }

  package func connect() {
    engine.world.after(engine.delay) { [self] in
      let isUp = state.withLock { state in
        guard !state.isCut, !state.isClosed, !engine.isDown else { return false }
        state.isUp = true
        state.turn += 1
        state.listeners = [:]
        return true
      }
      if isUp { engine.attach(self) }
      tell(isUp ? .up : .down(reason: "no server answers"))
    }
  }

  package func close() {
    state.withLock { $0.isClosed = true }
    lose("closed")
  }

  package func ask(_ number: UInt64, _ message: ClusterMessage) {
    var question = message
    question.reply = "_INBOX.\(id).\(number)"
    send(question, number)
  }

  package func publish(_ message: ClusterMessage) { send(message, nil) }

  package func listen(_ number: UInt64, to subject: String) { state.withLock { $0.listeners[number] = subject } }

  package func unlisten(_ number: UInt64) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  private func send(_ message: ClusterMessage, _ question: UInt64?) {
    let turn = state.withLock { $0.turn }
    for _ in 0..<(engine.happens(engine.faults.repeated) ? 2 : 1) where !engine.happens(engine.faults.lostQuestions) {
      engine.world.after(engine.delay) { [self] in
        // A message on its way arrives, also when its sender is gone by then; one of a node that is cut off does not.
        guard state.withLock({ $0.turn == turn || !$0.isCut }), !engine.isDown else { return }
        engine.take(message, from: self, question: question)
      }
    }
  }

  /// Passes the engine's answer on; nil says that nobody listens.
  func answer(_ question: UInt64, _ message: ClusterMessage?) {
    guard !engine.happens(engine.faults.lostAnswers) else { return }
    arrive(message.map { .answer(number: question, $0) } ?? .nobody(number: question))
  }

  /// Passes a message to the wire's listeners; false where it has none for the subject.
  func hears(_ message: ClusterMessage) -> Bool {
    let numbers = state.withLock { state in
      state.listeners.filter { MemoryEngine.matches(message.subject, $0.value) }.map(\.key).sorted()
    }
    for number in numbers { arrive(.message(listener: number, message)) }
    return !numbers.isEmpty
  }

  /// Brings news to the lane, in the engine's order.
  private func arrive(_ event: WireEvent) {
    let turn = state.withLock { $0.turn }
    engine.world.after(.microseconds(engine.faults.delay.lowerBound)) { [self] in
      guard state.withLock({ $0.isUp && $0.turn == turn }) else { return }
      tell(event)
    }
  }

  private func tell(_ event: WireEvent) {
    lane.run { [self] in
      if !state.withLock({ $0.isClosed }) { hear.value?(event) }
    }
  }

  // MARK: Reading

  package func prepare(_ plans: [StreamPlan], then: @escaping @Sendable (ClusterStoreError?) -> Void) {
    read({ engine in .success(engine.prepare(plans)) }) { result in
      switch result {
      case .success(let error): then(error)
      case .failure(let error): then(error)
      }
    }
  }

  package func readAll(_ bucket: ClusterBucket, then: @escaping @Sendable (Result<BucketImage, ClusterStoreError>) -> Void) {
    let (name, prefix) = (names.stream(bucket), names.subject(bucket, ""))
    read(
      { engine in
        guard let stream = engine.stream(name) else { return .failure(.unanswered(subject: name)) }
        let entries = stream.messages.filter { $0.message.header(EngineStore.operationHeader) == nil }.map { stored in
          ClusterEntry(
            key: String(stored.message.subject.dropFirst(prefix.count)), value: stored.message.body, revision: stored.sequence)
        }
        return .success(BucketImage(entries: entries, sequence: stream.last))
      }, then)
  }

  package func readLast(
    _ bucket: ClusterBucket, _ key: String, then: @escaping @Sendable (Result<StoredWrite?, ClusterStoreError>) -> Void
  ) {
    let (name, subject) = (names.stream(bucket), names.subject(bucket, key))
    read(
      { engine in
        guard let stream = engine.stream(name) else { return .failure(.unanswered(subject: name)) }
        guard let last = stream.last(of: subject) else { return .success(nil) }
        let isRemoved = last.message.header(EngineStore.operationHeader) != nil
        let entry = ClusterEntry(key: key, value: isRemoved ? nil : last.message.body, revision: last.sequence)
        return .success(StoredWrite(entry: entry, id: last.message.header(EngineStore.idHeader)))
      }, then)
  }

  package func readRecords(
    _ key: String, after sequence: UInt64, limit: Int, then: @escaping @Sendable (Result<RecordPage, ClusterStoreError>) -> Void
  ) {
    let (name, subject, prefix) = (names.records, names.record(key), names.record(""))
    read(
      { engine in
        guard let stream = engine.stream(name) else { return .failure(.unanswered(subject: name)) }
        let later = stream.messages.filter { $0.sequence > sequence && MemoryEngine.matches($0.message.subject, subject) }
        let records = later.prefix(limit).map { stored in
          StoredRecord(
            key: String(stored.message.subject.dropFirst(prefix.count)), body: stored.message.body, sequence: stored.sequence,
            time: stored.time)
        }
        return .success(RecordPage(records: records, isLast: later.count <= limit))
      }, then)
  }

  /// Asks the engine after one delay, and answers after another.
  private func read<Content: Sendable>(
    _ body: @escaping @Sendable (MemoryEngine) -> Result<Content, ClusterStoreError>,
    _ then: @escaping @Sendable (Result<Content, ClusterStoreError>) -> Void
  ) {
    let turn = state.withLock { $0.turn }
    engine.world.after(engine.delay) { [self] in
      let isThere = state.withLock { $0.isUp && $0.turn == turn }
      let result = isThere ? body(engine) : .failure(.unanswered(subject: "the engine"))
      engine.world.after(engine.delay) { [self] in lane.run { then(result) } }
    }
  }
}
