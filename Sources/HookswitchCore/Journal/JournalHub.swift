internal import CallControl
internal import Dispatch
internal import Locking

/// Takes records off the path of calls: they are put into a list, and handed on from a queue of their own.
final class JournalHub: Sendable {
  private let sinks: [any JournalSink]
  private let records = Locked<[JournalRecord]>([])
  private let queue = DispatchQueue(label: "hookswitch.journal", qos: .utility)
  private let activity: Activity

  init(_ sinks: [any JournalSink], activity: Activity) {
    self.sinks = sinks
    self.activity = activity
  }

  /// Whether anybody keeps it.
  var isKept: Bool { !sinks.isEmpty }

  /// Keeps what a line was told and decided.
  func keep(_ turn: borrowing LineTurn, of line: LineID) {
    guard !sinks.isEmpty else { return }
    var new: [JournalRecord] = []
    if let opened = turn.opened { new.append(JournalRecord(time: turn.time, .opened(line, opened.policy, opened.roster))) }
    new.append(JournalRecord(time: turn.time, .received(line, turn.event, turn.effects)))
    keep(new)
  }

  /// Keeps anything else.
  func keep(_ body: JournalRecord.Body, at time: Instant) {
    guard !sinks.isEmpty else { return }
    keep([JournalRecord(time: time, body)])
  }

  /// Returns when everything that was kept so far is with the sinks, and they have put it away.
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
    let isFirst = records.withLock { records in
      defer { records += new }
      return records.isEmpty
    }
    guard isFirst else { return }
    activity.enter()
    queue.async { [self] in
      handOn()
      activity.leave()
    }
  }

  private func handOn() {
    let new = records.withLock { records in
      defer { records = [] }
      return records
    }
    guard !new.isEmpty else { return }
    for sink in sinks { sink.write(new) }
  }
}
