/// A wire over libnats.
///
/// The lane sends; a second thread connects and reads buckets, because the library waits in these. `@unchecked Sendable`: only the lane
/// uses the state.
package final class NATSWire: EngineWire, @unchecked Sendable {
  package let lane: any ClusterLane
  package private(set) var limit = 1 << 20
  private let names: ClusterNames
  private let settings: NATSSettings
  private let reader: ThreadLane
  private var hear: @Sendable (WireEvent) -> Void = { _ in }
  private var link: NATSLink?
  /// Grows with each attempt to connect.
  private var turn = 0
  private var isClosed = false
  /// The store's numbers of the listeners, by those of the library's subscriptions.
  private var listeners: [UInt64: UInt64] = [:]
  private var subscriptions = 0 as UInt64
  /// The questions on the second connection whose answers the wire looks for.
  private var looks: AnswerLooks
  /// True once the wire was to make streams: the roles of programs that only read may not ask for single messages.
  private var mayAskForMessages = false

  /// Creates a wire; nil when the system has no thread or file descriptor left.
  package init?(names: ClusterNames, settings: NATSSettings, lane: any ClusterLane) {
    guard let reader = ThreadLane(name: "cluster-read") else { return nil }
    self.names = names
    self.settings = settings
    self.lane = lane
    self.reader = reader
    looks = AnswerLooks(limit: settings.backlog)
  }

  package func open(_ hear: @escaping @Sendable (WireEvent) -> Void) { self.hear = hear }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    drop()
    reader.stop()
  }

  // MARK: The connection

  package func connect() {
    guard !isClosed, link == nil else { return }
    let server = settings.servers[turn % settings.servers.count]
    turn += 1
    let turn = turn
    let inbox = NATSInbox(lane: lane, limit: settings.backlog) { [weak self] items in self?.take(items, turn) }
    reader.run { [self] in
      let result: Result<NATSLink, ClusterStoreError>
      do throws(ClusterStoreError) { result = .success(try NATSLink(settings, server: server, inbox: inbox)) } catch {
        result = .failure(error)
      }
      // The link does not keep its inbox; this closure does, and then the wire.
      lane.run { [self] in adopt(result, inbox, turn) }
    }
  }

  private var inbox: NATSInbox?

  private func adopt(_ result: Result<NATSLink, ClusterStoreError>, _ inbox: NATSInbox, _ turn: Int) {
    switch result {
    case .success(let link):
      // The thread for reading has ended by then.
      guard !isClosed else { return link.end() }
      guard turn == self.turn else { return end(link) }
      guard link.subscribe(0, to: link.answers + "*") else {
        end(link)
        return hear(.down(reason: "the server closed the connection"))
      }
      self.link = link
      self.inbox = inbox
      // The headers count too.
      limit = max(1, link.limit - 4_096)
      listeners = [:]
      looks = AnswerLooks(limit: settings.backlog)
      hear(.up)
    case .failure(let error):
      guard !isClosed, turn == self.turn else { return }
      if case .disconnected(let reason) = error { hear(.down(reason: reason)) } else { hear(.down(reason: "\(error)")) }
    }
  }

  private func take(_ items: [NATSInbox.Item], _ turn: Int) {
    for item in items {
      guard !isClosed, turn == self.turn else { return }
      switch item {
      case .message(0, let message, let isNobody):
        let number = message.subject.withCString { Self.number(atEndOf: UnsafeBufferPointer(start: $0, count: message.subject.utf8.count)) }
        guard let number else { continue }
        hear(isNobody ? .nobody(number: number) : .answer(number: number, message))
      case .message(let subscription, let message, _):
        if let listener = listeners[subscription] { hear(.message(listener: listener, message)) }
      case .overflow: hear(.overflow)
      case .refused(let error): hear(.refused(error))
      case .closed:
        guard link != nil else { continue }
        drop()
        hear(.down(reason: "the connection was lost"))
      }
    }
  }

  /// Reads the digits after the last dot; an answer for each record comes by here, so it makes no texts of their own.
  static func number(atEndOf subject: UnsafeBufferPointer<CChar>) -> UInt64? {
    var (number, unit): (UInt64, UInt64) = (0, 1)
    for (place, character) in subject.reversed().enumerated() {
      let byte = UInt8(bitPattern: character)
      if byte == UInt8(ascii: ".") { return place > 0 ? number : nil }
      guard place < 19, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number += UInt64(byte - UInt8(ascii: "0")) * unit
      unit &*= 10
    }
    return nil
  }

  private func drop() {
    guard let link else { return }
    self.link = nil
    inbox = nil
    end(link)
  }

  /// Ends a link after everything that reads with it.
  private func end(_ link: NATSLink) { reader.run { link.end() } }

  // MARK: Messages

  package func ask(_ number: UInt64, _ message: ClusterMessage) {
    guard let link else { return }
    var question = message
    question.reply = link.answers + "\(number)"
    link.send(question)
  }

  package func publish(_ message: ClusterMessage) { link?.send(message) }

  package func askLater(_ number: UInt64, _ message: ClusterMessage) {
    guard let batches = link?.batches else { return ask(number, message) }
    var question = message
    question.reply = batches.answers + "\(number)"
    batches.send(question)
    if looks.ask(number) { lookLater() }
  }

  private func lookLater() {
    guard let time = looks.next() else { return }
    let turn = turn
    lane.after(time) { [weak self] in
      if let self, !isClosed, turn == self.turn { look() }
    }
  }

  /// Takes the answers of the second connection.
  private func look() {
    guard let batches = link?.batches else { return }
    let turn = turn
    while let answer = batches.nextAnswer() {
      looks.take(answer.number)
      if let number = answer.number { hear(.answer(number: number, ClusterMessage(subject: "", body: answer.body))) }
      guard !isClosed, turn == self.turn else { return }
    }
    lookLater()
  }

  package func listen(_ number: UInt64, to subject: String) {
    guard let link else { return }
    subscriptions += 1
    guard link.subscribe(subscriptions, to: subject) else { return }
    listeners[subscriptions] = number
  }

  package func unlisten(_ number: UInt64) {
    guard let subscription = listeners.first(where: { $0.value == number })?.key else { return }
    listeners[subscription] = nil
    link?.unsubscribe(subscription)
  }

  // MARK: Reading

  package func prepare(_ plans: [StreamPlan], then: @escaping @Sendable (ClusterStoreError?) -> Void) {
    mayAskForMessages = true
    read({ link throws(ClusterStoreError) in for plan in plans { try link.prepare(plan) } }) { result in
      if case .failure(let error) = result { then(error) } else { then(nil) }
    }
  }

  package func readAll(_ bucket: ClusterBucket, then: @escaping @Sendable (Result<BucketImage, ClusterStoreError>) -> Void) {
    let (stream, prefix) = (names.stream(bucket), names.subject(bucket, ""))
    let confirms = mayAskForMessages
    read({ link throws(ClusterStoreError) in try link.image(stream: stream, prefix: prefix, confirms: confirms) }, then)
  }

  package func readLast(
    _ bucket: ClusterBucket, _ key: String, then: @escaping @Sendable (Result<StoredWrite?, ClusterStoreError>) -> Void
  ) {
    let (stream, subject) = (names.stream(bucket), names.subject(bucket, key))
    read({ link throws(ClusterStoreError) in try link.lastWrite(stream: stream, subject: subject, key: key) }, then)
  }

  package func readRecords(
    _ key: String, after sequence: UInt64, limit: Int, then: @escaping @Sendable (Result<RecordPage, ClusterStoreError>) -> Void
  ) {
    let names = names
    read({ link throws(ClusterStoreError) in try link.records(names, key, after: sequence, limit: limit) }, then)
  }

  private func read<Content: Sendable>(
    _ body: @escaping @Sendable (NATSLink) throws(ClusterStoreError) -> Content,
    _ then: @escaping @Sendable (Result<Content, ClusterStoreError>) -> Void
  ) {
    let lane = lane
    guard let link else { return lane.run { then(.failure(.disconnected(reason: "the connection was lost"))) } }
    reader.run {
      let result: Result<Content, ClusterStoreError>
      do throws(ClusterStoreError) { result = .success(try body(link)) } catch { result = .failure(error) }
      lane.run { then(result) }
    }
  }
}
