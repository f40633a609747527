public import CallControl
internal import Dispatch
internal import Locking

/// Queues journal records, so that calls do not wait for them.
///
/// The queue is bounded. When the sinks are too slow for transports' messages, the hub drops messages, and the journal has their number.
/// When they are too slow for decisions, the journal ends with a remark, since a gap would make replay impossible.
final class JournalHub: Sendable {
  /// The bounds of the queue, in bytes.
  struct Bounds: Sendable {
    /// Beyond this size, the hub drops transports' messages.
    var messages = 16 << 20
    /// Beyond this size, the journal ends.
    var all = 64 << 20
  }

  private struct State {
    var records: [JournalRecord] = []
    /// The approximate memory size of the records.
    var size = 0
    /// The number of dropped messages for each provider since the last batch.
    var leftOut: [ProviderID: Int] = [:]
    var isOver = false
  }

  private let sinks: [any JournalSink]
  private let bounds: Bounds
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hookswitch.journal", qos: .utility)
  private let activity: Activity

  init(_ sinks: [any JournalSink], activity: Activity, bounds: Bounds = Bounds()) {
    self.sinks = sinks
    self.bounds = bounds
    self.activity = activity
  }

  /// True when the journal has a sink.
  var isKept: Bool { !sinks.isEmpty }

  /// Queues a turn's event and effects.
  func keep(_ turn: borrowing LineTurn, of line: LineID) {
    guard !sinks.isEmpty else { return }
    var new: [JournalRecord] = []
    if let opened = turn.opened { new.append(JournalRecord(time: turn.time, .opened(line, opened.policy, opened.roster))) }
    new.append(JournalRecord(time: turn.time, .received(line, turn.event, turn.effects)))
    keep(new)
  }

  /// Queues any other record.
  func keep(_ body: JournalRecord.Body, at time: Instant) {
    guard !sinks.isEmpty else { return }
    keep([JournalRecord(time: time, body)])
  }

  /// Returns when the sinks have written and flushed all records so far.
  func flush() async {
    guard !sinks.isEmpty else { return }
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        handOn()
        for sink in sinks { sink.flush() }
        continuation.resume()
      }
    }
  }

  private func keep(_ new: [JournalRecord]) {
    let isFirst = state.withLock { state in
      let isFirst = state.records.isEmpty
      for record in new where !state.isOver { take(record, &state) }
      return isFirst && !state.records.isEmpty
    }
    guard isFirst else { return }
    activity.enter()
    queue.async { [self] in
      handOn()
      activity.leave()
    }
  }

  private func take(_ record: JournalRecord, _ state: inout State) {
    let size = Self.size(of: record)
    if case .wire(let provider, _, _, _, _) = record.body, state.size + size > bounds.messages {
      state.leftOut[provider, default: 0] += 1
      return
    }
    guard state.size + size <= bounds.all else {
      state.isOver = true
      let text = "the journal ends here: \(state.records.count) records wait, and its reader is too slow"
      state.records.append(Self.remark(text, "hookswitch", record.time))
      return
    }
    state.records.append(record)
    state.size += size
  }

  private func handOn() {
    let (records, leftOut) = state.withLock { state in
      defer {
        state.records = []
        state.size = 0
        state.leftOut = [:]
      }
      return (state.records, state.leftOut)
    }
    guard let last = records.last else { return }
    let remarks = leftOut.sorted { $0.key.rawValue < $1.key.rawValue }.map { provider, count in
      Self.remark("\(count) messages are left out here: they came faster than the journal is written", provider, last.time)
    }
    for sink in sinks { sink.write(records + remarks) }
  }

  /// A remark of the journal itself.
  private static func remark(_ text: String, _ provider: ProviderID, _ time: Instant) -> JournalRecord {
    JournalRecord(time: time, .wire(provider, nil, protocol: "journal", text: text, isOutgoing: false))
  }

  /// Returns a record's approximate memory size.
  private static func size(of record: JournalRecord) -> Int {
    switch record.body {
    case .wire(_, _, protocol: _, let text, isOutgoing: _): 256 + text.utf8.count
    case .received(_, _, let effects): 512 + 256 * effects.count
    case .opened, .closed, .provider, .upgraded, .unknown: 1024
    }
  }
}

/// A writer of a host's journal.
///
/// Called on a queue of the host, one call at a time. The records of a line come in order, beginning with its first. A slow sink delays no
/// call; the host holds the records meanwhile.
public protocol JournalSink: AnyObject, Sendable {
  /// Writes records, in order.
  func write(_ records: [JournalRecord])
  /// Makes the records readable; called on `CallHost.flushJournals()` and `shutdown()`.
  func flush()
}
