internal import CallControl

/// A message that the engine must take, until it answers or the deadline passes.
///
/// A class, because there is one for each call: it waits for its answers itself, without a closure for each step.
/// `@unchecked Sendable`: only the store's lane uses it.
final class Exchange: @unchecked Sendable {
  let message: ClusterMessage
  let deadline: Instant
  let then: @Sendable (ExchangeOutcome) -> Void
  /// True for a message that may go out with others: nobody waits for records and connected calls, and they are many.
  let canWait: Bool
  /// True once it was sent, so that the engine may have taken it.
  var wasSent = false

  init(_ message: ClusterMessage, until deadline: Instant, canWait: Bool, then: @escaping @Sendable (ExchangeOutcome) -> Void) {
    (self.message, self.deadline, self.canWait, self.then) = (message, deadline, canWait, then)
  }
}

/// The end of an exchange.
enum ExchangeOutcome {
  case answer(EngineAnswer)
  case failed(ClusterStoreError)
}

// The messages that the engine acknowledges: writes and records.
extension EngineStore {
  package func write(
    _ write: BucketWrite, within limit: Duration, then: @escaping @Sendable (BucketWriteOutcome) -> Void
  ) {
    precondition(lane.isCurrent, "a store is used on its lane")
    guard ClusterNames.isKey(write.key) else { return lane.run { then(.failed(.badName(write.key))) } }
    let deadline = lane.now.advanced(by: limit)
    exchange(message(of: write), until: deadline, canWait: write.bucket == .live) { [weak self] outcome in
      switch outcome {
      case .answer(.stored(let sequence, _)): then(.stored(revision: sequence))
      case .answer(.lost): self.map { $0.settle(write, until: deadline, then) } ?? then(.failed(.closed))
      case .answer(.refused(let code, let text)): then(.failed(.refused(subject: write.key, code: code, text: text)))
      case .answer(.busy): then(.failed(.unanswered(subject: write.key)))
      case .failed(let error): then(.failed(error))
      }
    }
  }

  package func append(
    _ record: ClusterRecord, within limit: Duration, then: @escaping @Sendable (Result<UInt64, ClusterStoreError>) -> Void
  ) {
    precondition(lane.isCurrent, "a store is used on its lane")
    guard ClusterNames.isKey(record.key) else { return lane.run { then(.failure(.badName(record.key))) } }
    let message = ClusterMessage(subject: names.record(record.key), headers: [.init(Self.idHeader, record.id)], body: record.body)
    exchange(message, until: lane.now.advanced(by: limit), canWait: true) { outcome in
      switch outcome {
      case .answer(.stored(let sequence, _)): then(.success(sequence))
      case .answer(.refused(let code, let text)): then(.failure(.refused(subject: record.key, code: code, text: text)))
      case .answer(.lost), .answer(.busy): then(.failure(.unanswered(subject: record.key)))
      case .failed(let error): then(.failure(error))
      }
    }
  }

  package func records(
    _ key: String, after sequence: UInt64, limit: Int, then: @escaping @Sendable (Result<RecordPage, ClusterStoreError>) -> Void
  ) {
    precondition(lane.isCurrent, "a store is used on its lane")
    let plain = key.hasSuffix(".>") ? String(key.dropLast(2)) : key
    guard key == ">" || ClusterNames.isKey(plain), (1...1_000).contains(limit) else { return lane.run { then(.failure(.badName(key))) } }
    guard isUp else { return fail(then) }
    wire.readRecords(key, after: sequence, limit: limit, then: then)
  }

  package func readAll(
    _ bucket: ClusterBucket, within limit: Duration, then: @escaping @Sendable (Result<[ClusterEntry], ClusterStoreError>) -> Void
  ) {
    precondition(lane.isCurrent, "a store is used on its lane")
    guard isUp else { return fail(then) }
    tryReading(bucket, until: lane.now.advanced(by: limit), then)
  }

  /// Reads a bucket, and again after a failure: the engine may give the task to a server that has just died.
  private func tryReading(
    _ bucket: ClusterBucket, until deadline: Instant, _ then: @escaping @Sendable (Result<[ClusterEntry], ClusterStoreError>) -> Void
  ) {
    wire.readAll(bucket) { [weak self] result in
      guard let self, case .failure(.unanswered) = result, isUp, !isClosed else { return then(result.map(\.entries)) }
      guard lane.now.advanced(by: settings.pause) < deadline else { return then(result.map(\.entries)) }
      lane.after(settings.pause) { [weak self] in
        guard let self, isUp else { return then(.failure(.unanswered(subject: bucket.rawValue))) }
        tryReading(bucket, until: deadline, then)
      }
    }
  }

  private func fail<Content>(_ then: @escaping @Sendable (Result<Content, ClusterStoreError>) -> Void) {
    let error: ClusterStoreError = isClosed ? .closed : .disconnected(reason: reason)
    lane.run { then(.failure(error)) }
  }

  /// The header with the name of a message, under which the engine takes it once.
  package static let idHeader = "Nats-Msg-Id"
  /// The header with the last sequence that the subject must have.
  package static let conditionHeader = "Nats-Expected-Last-Subject-Sequence"
  /// The header of a message that removes a key.
  package static let operationHeader = "KV-Operation"

  private func message(of write: BucketWrite) -> ClusterMessage {
    var headers = [ClusterMessage.Header(Self.idHeader, write.id)]
    if case .revision(let revision) = write.condition { headers.append(.init(Self.conditionHeader, "\(revision)")) }
    if write.value == nil { headers.append(.init(Self.operationHeader, "DEL")) }
    return ClusterMessage(subject: names.subject(write.bucket, write.key), headers: headers, body: write.value ?? [])
  }

  /// Finds the outcome of a write whose condition did not hold.
  ///
  /// A cluster of servers judges the condition before it knows the id, so a repetition of a stored write loses against itself.
  private func settle(_ write: BucketWrite, until deadline: Instant, _ then: @escaping @Sendable (BucketWriteOutcome) -> Void) {
    guard !isClosed else { return then(.failed(.closed)) }
    guard lane.now < deadline else { return then(.failed(.unanswered(subject: write.key))) }
    let again: @Sendable () -> Void = { [weak self] in
      self.map { $0.settle(write, until: deadline, then) } ?? then(.failed(.closed))
    }
    guard isUp else { return lane.after(settings.pause, again) }
    wire.readLast(write.bucket, write.key) { [weak self] result in
      switch result {
      case .success(let last):
        if let last, last.id == write.id { return then(.stored(revision: last.entry.revision)) }
        then(.lost(current: last?.entry))
      case .failure:
        guard let self else { return then(.failed(.closed)) }
        lane.after(settings.pause, again)
      }
    }
  }

  // MARK: Exchanges

  /// Sends a message until the engine answers it.
  private func exchange(
    _ message: ClusterMessage, until deadline: Instant, canWait: Bool, _ then: @escaping @Sendable (ExchangeOutcome) -> Void
  ) {
    let error: ClusterStoreError? =
      if isClosed {
        .closed
      } else if message.body.count > wire.limit {
        .tooLong(subject: message.subject, bytes: message.body.count, limit: wire.limit)
      } else if exchanges >= settings.limit {
        .full(limit: settings.limit)
      } else {
        nil
      }
    if let error { return lane.run { then(.failed(error)) } }
    exchanges += 1
    attempt(Exchange(message, until: deadline, canWait: canWait, then: then), isInside: true)
  }

  /// Ends an exchange.
  func finish(_ exchange: Exchange, _ outcome: ExchangeOutcome) {
    exchanges -= 1
    exchange.then(outcome)
  }

  /// Sends the message of an exchange once, or lets it wait for a connection.
  ///
  /// - Parameter isInside: true inside the caller's call, where nothing may complete.
  private func attempt(_ exchange: Exchange, isInside: Bool = false) {
    let now = lane.now
    let left = now.duration(to: exchange.deadline)
    guard !isClosed else { return finish(exchange, .failed(.closed)) }
    guard left > .zero else {
      let error = timeOut(of: exchange)
      return isInside ? lane.run { [self] in finish(exchange, .failed(error)) } : finish(exchange, .failed(error))
    }
    guard isUp, questions.count < settings.limit else { return wait(exchange, atMost: left) }
    exchange.wasSent = true
    let number = expect(.exchange(exchange), until: now.advanced(by: min(settings.patience, left)))
    if exchange.canWait { wire.askLater(number, exchange.message) } else { wire.ask(number, exchange.message) }
  }

  /// Takes the reply to a message of an exchange.
  func take(_ reply: WireReply, of exchange: Exchange) {
    switch reply {
    case .answer(let message):
      switch EngineAnswer(message.body) {
      case nil, .busy: wait(exchange, atMost: settings.pause)
      case .some(let answer): finish(exchange, .answer(answer))
      }
    case .nobody: wait(exchange, atMost: settings.pause)
    case .none, .down: attempt(exchange)
    case .closed: finish(exchange, .failed(.closed))
    }
  }

  /// Lets an exchange wait for the next connection, or for a time.
  private func wait(_ exchange: Exchange, atMost limit: Duration) {
    let number = nextNumber()
    waiting[number] = exchange
    lane.after(limit) { [weak self] in
      guard let self, let exchange = waiting.removeValue(forKey: number) else { return }
      attempt(exchange)
    }
  }

  /// Sends everything that waited for a connection, the oldest first.
  func resumeExchanges() {
    let all = waiting.sorted { $0.key < $1.key }.map(\.value)
    waiting = [:]
    for exchange in all { attempt(exchange) }
  }

  private func timeOut(of exchange: Exchange) -> ClusterStoreError {
    exchange.wasSent ? .unanswered(subject: exchange.message.subject) : .disconnected(reason: reason)
  }
}
