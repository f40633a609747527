package import HostSurface
package import StrictJSON

/// The host's one log of records, and the newest value of each state.
///
/// A pure value: the service guards it with a lock and sends the notifications that `advance` returns. A client that reads slowly costs
/// nothing here, since its subscription is a place in the log.
package struct EventLog: Sendable {
  /// The limits of the log.
  package struct Limits: Sendable {
    /// The largest number of events.
    package var events = 65_536
    /// The largest number of bytes of the events' texts.
    package var bytes = 32 << 20

    /// Creates the default limits.
    package init() {}
  }

  /// The host's start.
  package let epoch: String
  /// The number of the newest event; the first has number 1.
  package private(set) var sequence: UInt64 = 0
  private let limits: Limits
  private var entries: [Entry] = []
  /// The place of the oldest event in `entries`.
  private var head = 0
  private var bytes = 0
  private var states: [StateKey: StateValue] = [:]
  private var subscriptions = 0

  private enum Entry: Sendable {
    case record(RecordText)
    case change(StateKey)

    var size: Int {
      switch self {
      case .record(let record): record.text.utf8.count
      // The value itself is in `states`; this is about the size of the entry.
      case .change: 64
      }
    }
  }

  /// A record, written once for all its readers.
  private struct RecordText: Sendable {
    let topic: Topic
    let line: String?
    /// The members of the notification after `subscription`, without the opening bracket.
    let text: String
  }

  private struct StateValue: Sendable {
    let sequence: UInt64
    /// Nil for a key that has ended.
    let value: StateContent?
  }

  /// Creates an empty log for a new start of the host.
  package init(epoch: String, limits: Limits = Limits()) {
    self.epoch = epoch
    self.limits = limits
  }

  /// The place after the newest event.
  package var cursor: EventCursor { EventCursor(epoch: epoch, sequence: sequence) }

  /// The number of the oldest event that is still here; one more than `sequence` when there is none.
  private var first: UInt64 { sequence - UInt64(entries.count - head) + 1 }

  // MARK: Writing

  /// Adds a record, and returns its number.
  ///
  /// - Parameters:
  ///   - topic: a topic of records.
  ///   - kind: the kind, as the topic has it.
  ///   - time: the time of the event.
  ///   - line: its line, if it concerns one.
  ///   - call: its call, as a UUID.
  ///   - provider: its provider.
  ///   - data: the kind's own members.
  @discardableResult
  package mutating func append(
    _ topic: Topic, kind: String, at time: SurfaceTime, line: String? = nil, call: String? = nil, provider: String? = nil,
    data: JSONValue = .object([])
  ) -> UInt64 {
    precondition(!topic.isState, "a state has no records")
    sequence += 1
    let record = JSONValue.object(of: [
      "topic": .string(topic.rawValue), "kind": .string(kind), "sequence": .integer(sequence), "time": .string(time.description),
      "line": line.map { .string($0) }, "call": call.map { .string($0) }, "provider": provider.map { .string($0) }, "data": data,
    ])
    keep(.record(RecordText(topic: topic, line: line, text: String(record.text.dropFirst()))))
    return sequence
  }

  /// Sets the newest value of a state; nil ends its key.
  @discardableResult
  package mutating func set(_ key: StateKey, to value: StateContent?) -> UInt64 {
    precondition(key.topic.isState, "a record has no newest value")
    if value == nil, states[key]?.value == nil { return sequence }
    sequence += 1
    states[key] = StateValue(sequence: sequence, value: value)
    keep(.change(key))
    return sequence
  }

  private mutating func keep(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.size
    while entries.count - head > limits.events || (bytes > limits.bytes && entries.count - head > 1) { dropOldest() }
    // Moves the rest seldom, so that each event costs constant time.
    if head >= 1_024, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }

  private mutating func dropOldest() {
    let number = first
    let entry = entries[head]
    bytes -= entry.size
    head += 1
    // The end of a key is remembered as long as the log has it.
    if case .change(let key) = entry, let state = states[key], state.value == nil, state.sequence == number { states[key] = nil }
  }

  // MARK: Reading

  /// Begins a subscription, and returns it with the answer to the client, a `Subscription`.
  ///
  /// With a cursor of this epoch the client gets the states that changed after it, and later all records after it. With a cursor of
  /// another epoch it gets all states, and `lost` is -1.
  package mutating func subscribe(_ filter: EventFilter, since: EventCursor? = nil) -> (
    subscription: EventSubscription, answer: SubscriptionAnswer
  ) {
    subscriptions += 1
    let resumed = since.map { $0.epoch == epoch && $0.sequence <= sequence } ?? false
    let start = resumed ? (since?.sequence ?? sequence) : sequence
    let known = resumed ? start : 0
    let chosen = newest { key, state in
      filter.admits(key.topic, line: key.line) && state.sequence > known && (resumed || state.value != nil)
    }
    let lost = resumed ? Int(missed(after: start)) : since == nil ? 0 : -1
    let subscription = EventSubscription(number: subscriptions, filter: filter, sequence: start, statesKnown: sequence)
    let answer = SubscriptionAnswer(
      number: subscriptions, isResumed: resumed, cursor: cursor, states: chosen, lost: lost)
    return (subscription, answer)
  }

  /// Returns the newest values of the states that `isWanted` chooses, the oldest change first.
  private func newest(where isWanted: (StateKey, StateValue) -> Bool) -> [StateNews] {
    var chosen: [StateNews] = []
    for (key, state) in states where isWanted(key, state) {
      chosen.append(StateNews(key: key, sequence: state.sequence, content: state.value))
    }
    return chosen.sorted { $0.sequence < $1.sequence }
  }

  /// The number of events after a place that the log no longer has.
  private func missed(after place: UInt64) -> UInt64 { place + 1 < first ? first - place - 1 : 0 }

  /// Returns true when a subscription has fallen behind the log: its next notification tells the loss.
  package func isLosing(_ subscription: EventSubscription) -> Bool { missed(after: subscription.sequence) > 0 }

  /// Returns the next notifications of a subscription, at most `limit` and one for a loss, each as one line.
  ///
  /// Of a state only the newest value is sent, with the number of changes that were passed over. Before anything newer, a client that fell
  /// behind the log gets `lost` with the numbers of the events that are gone.
  package func advance(_ subscription: inout EventSubscription, limit: Int) -> [EventLine] {
    var lines: [EventLine] = []
    if missed(after: subscription.sequence) > 0 { lines = recover(&subscription) }
    while subscription.sequence < sequence, lines.count < limit {
      subscription.sequence += 1
      switch entries[head + Int(subscription.sequence - first)] {
      case .record(let record):
        if subscription.filter.admits(record.topic, line: record.line) {
          lines.append(.text(Self.line(.record, subscription.number, record.text)))
        }
      case .change(let key): look(at: key, &subscription, &lines)
      }
    }
    return lines
  }

  private func look(at key: StateKey, _ subscription: inout EventSubscription, _ lines: inout [EventLine]) {
    guard subscription.sequence > subscription.statesKnown, subscription.filter.admits(key.topic, line: key.line),
      let state = states[key]
    else { return }
    guard state.sequence == subscription.sequence else {
      subscription.skipped[key, default: 0] += 1
      return
    }
    let news = StateNews(key: key, sequence: state.sequence, content: state.value)
    lines.append(Self.line(of: news, &subscription))
  }

  /// Returns the notification of a state, with the number of changes that the subscription has passed over.
  private static func line(of news: StateNews, _ subscription: inout EventSubscription) -> EventLine {
    var news = news
    news.subscription = subscription.number
    news.skipped = subscription.skipped.removeValue(forKey: news.key) ?? 0
    return .state(news)
  }

  /// Moves a subscription to the oldest event of the log, and returns the loss and the states whose change is among the lost events.
  private func recover(_ subscription: inout EventSubscription) -> [EventLine] {
    let from = subscription.sequence + 1
    let loss = JSONValue.object(of: [
      "from": .integer(from), "to": .integer(first - 1), "count": .integer(missed(after: subscription.sequence)),
    ])
    var lines = [EventLine.text(Self.line(.lost, subscription.number, String(loss.text.dropFirst())))]
    subscription.sequence = first - 1
    let lostStates = newest { key, state in
      state.sequence >= from && state.sequence < first && state.sequence > subscription.statesKnown
        && subscription.filter.admits(key.topic, line: key.line)
    }
    for news in lostStates { lines.append(Self.line(of: news, &subscription)) }
    return lines
  }

  static func line(_ notification: NotificationName, _ subscription: Int, _ members: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"\(notification.rawValue)\",\"params\":{\"subscription\":\(subscription),\(members)}"
  }

  /// Returns records after a place for a peer without a subscription: the result of `events.read`.
  ///
  /// `lost` counts the events that the log no longer has; it is -1 for a cursor of another epoch, which reads from the oldest record.
  package func read(_ filter: EventFilter, since: EventCursor, limit: Int) -> JSONValue {
    let isOurs = since.epoch == epoch && since.sequence <= sequence
    var place = isOurs ? max(since.sequence, first - 1) : first - 1
    var records: [String] = []
    while place < sequence, records.count < limit {
      place += 1
      if case .record(let record) = entries[head + Int(place - first)], filter.admits(record.topic, line: record.line) {
        records.append("{" + record.text)
      }
    }
    // The texts are ours, so they can be read back.
    let values = records.compactMap { try? JSONReader.read(Array($0.utf8)) }
    return .object(of: [
      "records": .array(values), "next": EventCursor(epoch: epoch, sequence: place).json,
      "lost": .integer(isOurs ? Int(missed(after: since.sequence)) : -1),
    ])
  }
}
