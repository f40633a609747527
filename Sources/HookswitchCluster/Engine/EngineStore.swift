internal import CallControl

/// The settings of a store.
package struct EngineSettings: Sendable {
  /// The plans of the streams to make; none for a program that may only read.
  package var streams: [StreamPlan]
  /// The time after which a message to the engine is sent again.
  package var patience: Duration = .milliseconds(500)
  /// The time before a message that found nobody is sent again.
  package var pause: Duration = .milliseconds(100)
  /// The shortest and the longest time between two attempts to connect.
  package var retries: ClosedRange<Duration> = .milliseconds(250)...(.seconds(5))
  /// The largest number of messages under way.
  package var limit = 16_384
  /// The begin of the random numbers that spread attempts over time.
  package var seed: UInt64

  package init(streams: [StreamPlan], seed: UInt64) {
    self.streams = streams
    self.seed = seed
  }
}

/// A store over a wire: repetitions, conditions, snapshots without gaps, and new connections.
///
/// `@unchecked Sendable`: only the lane reads and changes its state. Every function checks that it is called there.
package final class EngineStore: ClusterStore, @unchecked Sendable {
  /// A question under way.
  struct Question {
    let deadline: Instant
    let asker: Asker
  }

  /// The receiver of an answer.
  enum Asker {
    case function(@Sendable (WireReply) -> Void)
    case exchange(Exchange)
  }

  /// The end of a question.
  enum WireReply {
    case answer(ClusterMessage)
    case nobody
    case none
    case down(reason: String)
    case closed
  }

  struct Listening {
    let subject: String
    let hear: @Sendable (ClusterMessage) -> Void
  }

  package let lane: any ClusterLane
  let names: ClusterNames
  let wire: any EngineWire
  let settings: EngineSettings
  var random: SpreadGenerator
  var hear: @Sendable (ClusterStoreEvent) -> Void = { _ in }
  /// Grows with each connection and each loss: a completion of an earlier one changes nothing.
  var turn = 0
  var isUp = false
  var isOpen = false
  var isClosed = false
  var reason = "not connected yet"
  var attempts = 0
  var questions: [UInt64: Question] = [:]
  /// The time of the next look for questions without an answer; nil while no timer is set.
  private var nextLook: Instant?
  /// The writes that wait for a connection or a pause, by number, in their order.
  var waiting: [UInt64: Exchange] = [:]
  /// The number of exchanges that have no outcome yet.
  var exchanges = 0
  var watches: [ClusterBucket: BucketWatch] = [:]
  var watched: [ClusterBucket] = []
  var listeners: [UInt64: Listening] = [:]
  private var count: UInt64 = 0

  /// Creates a store; `open` connects it.
  package init(names: ClusterNames, wire: any EngineWire, settings: EngineSettings) {
    self.names = names
    self.wire = wire
    self.settings = settings
    lane = wire.lane
    random = SpreadGenerator(state: settings.seed)
  }

  package var isConnected: Bool { isUp }

  package func open(watching watched: [ClusterBucket], _ hear: @escaping @Sendable (ClusterStoreEvent) -> Void) {
    precondition(lane.isCurrent && !isOpen, "a store is opened once, on its lane")
    isOpen = true
    self.watched = watched
    self.hear = hear
    wire.open { [weak self] event in self?.take(event) }
    wire.connect()
  }

  package func close() {
    precondition(lane.isCurrent, "a store is used on its lane")
    guard !isClosed else { return }
    isClosed = true
    isUp = false
    turn += 1
    wire.close()
    let left = takeQuestions()
    let exchanges = waiting.sorted { $0.key < $1.key }.map(\.value)
    waiting = [:]
    listeners = [:]
    watches = [:]
    // It often holds the store's owner, and with it the store.
    hear = { _ in }
    lane.run {
      for question in left { self.end(question, .closed) }
      for exchange in exchanges { self.finish(exchange, .failed(.closed)) }
    }
  }

  /// Returns a number that was not used before.
  func nextNumber() -> UInt64 {
    count += 1
    return count
  }

  // MARK: The connection

  private func take(_ event: WireEvent) {
    guard !isClosed else { return }
    switch event {
    case .up: wentUp()
    case .down(let reason): wentDown(reason)
    case .answer(let number, let message): end(questions.removeValue(forKey: number), .answer(message))
    case .nobody(let number): end(questions.removeValue(forKey: number), .nobody)
    case .message(let listener, let message):
      if let bucket = watches.first(where: { $0.value.listener == listener })?.key {
        change(bucket, message)
      } else {
        listeners[listener]?.hear(message)
      }
    case .overflow: for bucket in watched { read(bucket) }
    case .refused(let error): hear(.problem(error))
    }
  }

  private func wentUp() {
    isUp = true
    attempts = 0
    turn += 1
    for (number, listening) in listeners.sorted(by: { $0.key < $1.key }) { wire.listen(number, to: listening.subject) }
    hear(.connected)
    prepare()
    resumeExchanges()
  }

  private func wentDown(_ reason: String) {
    self.reason = reason
    let wasUp = isUp
    isUp = false
    turn += 1
    watches = [:]
    for question in takeQuestions() { end(question, .down(reason: reason)) }
    if wasUp || attempts == 0 { hear(.disconnected(reason: reason)) }
    attempts += 1
    let turn = turn
    lane.after(pause(after: attempts)) { [weak self] in
      guard let self, self.turn == turn, !isClosed else { return }
      wire.connect()
    }
  }

  /// The time before attempt `attempts`, which doubles up to the longest; between half of it and all of it.
  func pause(after attempts: Int) -> Duration {
    let least = settings.retries.lowerBound
    let whole = min(least * (1 << min(max(attempts - 1, 0), 10)), settings.retries.upperBound)
    return whole / 2 + whole / 2 * Int(random.next() % 1_000) / 1_000
  }

  private func takeQuestions() -> [Question] {
    defer { questions = [:] }
    return questions.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Messages

  package func request(
    _ message: ClusterMessage, within limit: Duration, then: @escaping @Sendable (Result<ClusterMessage, ClusterStoreError>) -> Void
  ) {
    precondition(lane.isCurrent, "a store is used on its lane")
    if let error = refusal(of: message) { return lane.run { then(.failure(error)) } }
    let deadline = lane.now.advanced(by: limit)
    let asker = Asker.function { reply in
      switch reply {
      case .answer(let answer): then(.success(answer))
      case .nobody: then(.failure(.nobodyThere(subject: message.subject)))
      case .none: then(.failure(.unanswered(subject: message.subject)))
      case .down: then(.failure(.unanswered(subject: message.subject)))
      case .closed: then(.failure(.closed))
      }
    }
    wire.ask(expect(asker, until: deadline), message)
  }

  package func publish(_ message: ClusterMessage) {
    precondition(lane.isCurrent, "a store is used on its lane")
    if refusal(of: message) == nil { wire.publish(message) }
  }

  package func listen(to subject: String, _ hear: @escaping @Sendable (ClusterMessage) -> Void) -> ClusterListener {
    precondition(lane.isCurrent, "a store is used on its lane")
    let number = nextNumber()
    listeners[number] = Listening(subject: subject, hear: hear)
    if isUp { wire.listen(number, to: subject) }
    return ClusterListener(number: number)
  }

  package func unlisten(_ listener: ClusterListener) {
    precondition(lane.isCurrent, "a store is used on its lane")
    guard listeners.removeValue(forKey: listener.number) != nil, isUp else { return }
    wire.unlisten(listener.number)
  }

  /// The reason why a message cannot be sent now.
  func refusal(of message: ClusterMessage) -> ClusterStoreError? {
    if isClosed { return .closed }
    if message.body.count > wire.limit { return .tooLong(subject: message.subject, bytes: message.body.count, limit: wire.limit) }
    if !isUp { return .disconnected(reason: reason) }
    if questions.count >= settings.limit { return .full(limit: settings.limit) }
    return nil
  }

  /// Waits for one answer to a question; returns the number under which it is to be asked.
  func expect(_ asker: Asker, until deadline: Instant) -> UInt64 {
    let number = nextNumber()
    questions[number] = Question(deadline: deadline, asker: asker)
    lookForUnanswered(at: deadline)
    return number
  }

  private func end(_ question: Question?, _ reply: WireReply) {
    switch question?.asker {
    case .function(let function)?: function(reply)
    case .exchange(let exchange)?: take(reply, of: exchange)
    case nil: break
    }
  }

  /// The shortest time between two looks for questions without an answer.
  private static let lookTime = Duration.milliseconds(10)

  /// Sets a timer for all questions: nearly all are answered long before their deadline, and a timer each would wake the lane in vain.
  private func lookForUnanswered(at time: Instant) {
    if let nextLook, nextLook <= time { return }
    nextLook = time
    lane.after(lane.now.duration(to: time)) { [weak self] in
      guard let self, nextLook == time else { return }
      nextLook = nil
      endUnanswered()
    }
  }

  private func endUnanswered() {
    let now = lane.now
    let due = questions.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
    for (number, _) in due { end(questions.removeValue(forKey: number), .none) }
    guard let next = questions.values.map(\.deadline).min() else { return }
    lookForUnanswered(at: max(next, now.advanced(by: Self.lookTime)))
  }
}
