internal import CallControl
package import HookswitchCluster
internal import Locking

/// The faults of an engine in memory.
package struct EngineFaults: Sendable {
  /// The shortest and the longest delay of each message.
  package var delay: ClosedRange<Int> = 100...900
  /// The messages of 1,000 that do not reach the engine.
  package var lostQuestions = 0
  /// The answers of 1,000 that do not come.
  package var lostAnswers = 0
  /// The messages of 1,000 that come twice.
  package var repeated = 0
  /// True while the engine has no leader: nobody listens to its subjects.
  package var isLeaderless = false

  /// Creates an engine without faults; delays are microseconds.
  package init() {}
}

/// An engine in memory, which does what NATS with JetStream does, under virtual time.
package final class MemoryEngine: Sendable {
  /// A stream's message.
  struct Stored: Sendable {
    let sequence: UInt64
    let message: ClusterMessage
    let time: Int64
  }

  struct Stream: Sendable {
    var plan: StreamPlan
    /// The last message of each subject, in a bucket.
    private var latest: [String: Stored] = [:]
    /// All messages, in any other stream.
    private var all: [Stored] = []
    var last: UInt64 = 0
    var ids: [String: UInt64] = [:]

    init(plan: StreamPlan) { self.plan = plan }

    /// The messages in their order.
    var messages: [Stored] { plan.isBucket ? latest.values.sorted { $0.sequence < $1.sequence } : all }

    /// Returns the last message of a subject.
    func last(of subject: String) -> Stored? { plan.isBucket ? latest[subject] : all.last { $0.message.subject == subject } }

    /// Adds a message after all others.
    mutating func add(_ message: ClusterMessage, at time: Int64) {
      last += 1
      let stored = Stored(sequence: last, message: message, time: time)
      if plan.isBucket { latest[message.subject] = stored } else { all.append(stored) }
      if let id = message.header(EngineStore.idHeader) { ids[id] = last }
    }
  }

  private struct State: Sendable {
    var faults = EngineFaults()
    var streams: [String: Stream] = [:]
    var isDown = false
    var wires = 0
  }

  /// A copy of everything that an engine has.
  package struct Snapshot: Sendable {
    let streams: [String: Stream]
  }

  package let world: VirtualWorld
  private let state = Locked(State())
  /// The connected wires, in the order of their making.
  private let wires = Locked<[MemoryWire]>([])

  /// Creates an engine without streams.
  package init(_ world: VirtualWorld) { self.world = world }

  // MARK: Faults

  /// Changes the faults.
  package func set(_ change: (inout EngineFaults) -> Void) { state.withLock { change(&$0.faults) } }

  var faults: EngineFaults { state.withLock { $0.faults } }

  /// True while no wire can connect.
  package var isDown: Bool { state.withLock { $0.isDown } }

  /// Ends all connections, and takes none.
  package func stop() {
    state.withLock { $0.isDown = true }
    for wire in wires.withLock({ $0 }) { wire.lose("the server stopped") }
  }

  /// Takes connections again.
  package func start() { state.withLock { $0.isDown = false } }

  /// Returns what the engine has now.
  package var snapshot: Snapshot { state.withLock { Snapshot(streams: $0.streams) } }

  /// Goes back to what the engine had, or to nothing; connections stay.
  package func goBack(to snapshot: Snapshot?) { state.withLock { $0.streams = snapshot?.streams ?? [:] } }

  // MARK: Wires

  /// Returns a number that no other wire has.
  func nextWire() -> Int {
    state.withLock { state in
      state.wires += 1
      return state.wires
    }
  }

  func attach(_ wire: MemoryWire) { wires.withLock { $0.append(wire) } }
  func detachAll() { wires.withLock { $0 = [] } }
  func detach(_ wire: MemoryWire) { wires.withLock { $0.removeAll { $0 === wire } } }

  /// A random delay of one message.
  var delay: Duration {
    let range = faults.delay
    return .microseconds(range.lowerBound + world.random(below: range.count))
  }

  /// True for one message of `share` in 1,000.
  func happens(_ share: Int) -> Bool { share > 0 && world.random(below: 1_000) < share }

  // MARK: Messages

  /// Takes a message; answers where its subject is a stream's, and passes it to all who listen.
  func take(_ message: ClusterMessage, from wire: MemoryWire, question: UInt64?) {
    if message.subject.hasPrefix("_INBOX.") { return pass(message) }
    guard let (answer, repeated) = store(message) else {
      let heard = deliver(message)
      if let question, !heard { wire.answer(question, nil) }
      return
    }
    if let repeated { _ = deliver(repeated) }
    guard let question else { return }
    wire.answer(question, answer)
  }

  /// Passes a node's answer to the node that asked, or an event to the inbox of a subscriber.
  private func pass(_ message: ClusterMessage) {
    let parts = message.subject.split(separator: ".")
    guard parts.count == 3, let number = UInt64(parts[2]) else {
      _ = deliver(message)
      return
    }
    wires.withLock { $0 }.first { "\($0.id)" == parts[1] }?.answer(number, message)
  }

  /// Passes a message to the listeners of its subject; false where there is none.
  func deliver(_ message: ClusterMessage) -> Bool {
    var isHeard = false
    for wire in wires.withLock({ $0 }) where wire.hears(message) { isHeard = true }
    return isHeard
  }

  /// Stores a message for a stream, and returns the answer and the repeated message; nil where no stream has the subject.
  private func store(_ message: ClusterMessage) -> (ClusterMessage?, ClusterMessage?)? {
    let time = world.now.nanoseconds
    return state.withLock { state in
      guard
        let (name, plan) = state.streams.lazy.map({ ($0.key, $0.value.plan) }).first(where: { Self.matches(message.subject, $0.1.subject) })
      else { return message.subject.hasPrefix("$") ? (nil, nil) : nil }
      if state.faults.isLeaderless { return (nil, nil) }
      let last = state.streams[name]?.last(of: message.subject)?.sequence ?? 0
      if let expected = message.header(EngineStore.conditionHeader), UInt64(expected) != last {
        // As a cluster of servers does, the condition is judged before the id.
        return (Self.answer(message, EngineAnswer.text(lost: last)), nil)
      }
      if let id = message.header(EngineStore.idHeader), let known = state.streams[name]?.ids[id] {
        return (Self.answer(message, EngineAnswer.text(stored: known, isAgain: true, stream: name)), nil)
      }
      state.streams[name]?.add(message, at: time)
      let sequence = state.streams[name]?.last ?? 0
      return (
        Self.answer(message, EngineAnswer.text(stored: sequence, isAgain: false, stream: name)),
        plan.republish.map { Self.repeated(message, $0, sequence) }
      )
    }
  }

  private static func answer(_ message: ClusterMessage, _ body: [UInt8]) -> ClusterMessage {
    ClusterMessage(subject: message.reply ?? "", body: body)
  }

  private static func repeated(_ message: ClusterMessage, _ plan: StreamPlan.Republish, _ sequence: UInt64) -> ClusterMessage {
    ClusterMessage(
      subject: String(plan.destination.dropLast()) + message.subject.dropFirst(plan.source.count - 1),
      headers: message.headers + [.init("Nats-Sequence", "\(sequence)")], body: message.body)
  }

  // MARK: Reading

  func prepare(_ plans: [StreamPlan]) -> ClusterStoreError? {
    state.withLock { state in
      for plan in plans {
        guard let found = state.streams[plan.name] else {
          state.streams[plan.name] = Stream(plan: plan)
          continue
        }
        if found.plan.subject != plan.subject { return .wrongStream(name: plan.name, setting: "subject") }
      }
      return nil
    }
  }

  func stream(_ name: String) -> Stream? { state.withLock { $0.faults.isLeaderless ? nil : $0.streams[name] } }

  /// True when a subject matches a pattern, which may end with `>`.
  static func matches(_ subject: String, _ pattern: String) -> Bool {
    pattern.hasSuffix(">") ? subject.hasPrefix(pattern.dropLast()) : subject == pattern
  }
}

extension MemoryEngine.Snapshot {
  /// Returns the number of writes to a bucket.
  package func count(_ bucket: ClusterBucket, _ names: ClusterNames) -> UInt64 { streams[names.stream(bucket)]?.last ?? 0 }

  /// Returns the text of the last message of a subject.
  package func last(_ subject: String) -> String? {
    streams.values.lazy.flatMap(\.messages).last { $0.message.subject == subject }
      .map { String(decoding: $0.message.body, as: UTF8.self) }
  }
}
