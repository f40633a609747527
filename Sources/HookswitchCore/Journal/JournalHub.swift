public import CallControl
internal import Dispatch
internal import Locking

/// Queues journal records, so that calls do not wait for them.
///
/// The queue is bounded. When the sinks are too slow for transports' messages, the hub drops messages, and the journal has their number.
/// When they are too slow for decisions, the journal ends with a remark, since a gap would make replay impossible. A flight recorder is not
/// replayed: it goes on after the gap, with a remark about its size.
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
    /// The number of dropped decisions since the last batch, of a journal that does not end.
    var gap = 0
    var isOver = false
    /// The batches from which something was left out, and the end of the journal.
    var failures = 0
  }

  private let sinks: [any JournalSink]
  private let bounds: Bounds
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hookswitch.journal", qos: .utility)
  private let activity: Activity
  /// True when the journal ends at its first gap.
  private let endsAtGap: Bool

  init(_ sinks: [any JournalSink], activity: Activity, bounds: Bounds = Bounds(), endsAtGap: Bool = true) {
    self.sinks = sinks
    self.endsAtGap = endsAtGap
    self.bounds = bounds
    self.activity = activity
  }

  /// True when the journal has a sink.
  var isKept: Bool { !sinks.isEmpty }

  /// The times that the journal could not keep what it got: batches with gaps, its end, and sinks that can keep nothing more.
  var failureCount: Int { state.withLock { $0.failures } + sinks.count { $0.hasFailed } }

  /// Queues a turn's event and effects.
  func keep(_ turn: borrowing LineTurn, of line: LineID) {
    guard !sinks.isEmpty else { return }
    var new: [JournalRecord] = []
    if case .with(let policy, let roster)? = turn.opened { new.append(JournalRecord(time: turn.time, .opened(line, policy, roster))) }
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
    let size = record.memorySize
    if case .wire(let provider, _, _, _, _) = record.body, state.size + size > bounds.messages {
      noteGap(&state)
      state.leftOut[provider, default: 0] += 1
      return
    }
    guard state.size + size <= bounds.all else {
      guard endsAtGap else {
        noteGap(&state)
        return state.gap += 1
      }
      state.isOver = true
      state.failures += 1
      let text = "the journal ends here: \(state.records.count) records wait, and its reader is too slow"
      state.records.append(Self.remark(text, "hookswitch", record.time))
      return
    }
    state.records.append(record)
    state.size += size
  }

  /// Counts the first loss of a batch.
  private func noteGap(_ state: inout State) {
    if state.leftOut.isEmpty, state.gap == 0 { state.failures += 1 }
  }

  private func handOn() {
    let (records, leftOut, gap) = state.withLock { state in
      defer {
        state.records = []
        state.size = 0
        state.leftOut = [:]
        state.gap = 0
      }
      return (state.records, state.leftOut, state.gap)
    }
    guard let last = records.last else { return }
    var remarks = leftOut.sorted { $0.key.rawValue < $1.key.rawValue }.map { provider, count in
      Self.remark("\(count) messages are left out here: they came faster than the journal is written", provider, last.time)
    }
    if gap > 0 {
      remarks.append(Self.remark("\(gap) records are left out here: they came faster than they are kept", "hookswitch", last.time))
    }
    for sink in sinks { sink.write(remarks.isEmpty ? records : records + remarks) }
  }

  /// A remark of the journal itself.
  private static func remark(_ text: String, _ provider: ProviderID, _ time: Instant) -> JournalRecord {
    JournalRecord(time: time, .wire(provider, nil, protocol: "journal", text: text, isOutgoing: false))
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
  /// True once the sink can keep nothing more.
  var hasFailed: Bool { get }
}

extension JournalSink {
  /// False: the sink keeps everything.
  public var hasFailed: Bool { false }
}
