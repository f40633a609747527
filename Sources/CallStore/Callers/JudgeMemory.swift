internal import CallControl
internal import Locking

/// The judge's memory: rules and recent past, which any thread reads without a lock.
final class JudgeMemory: Sendable {
  private let rules: Published<CallerRules>
  private let past: Published<CallerPast>
  /// The comparison for records that are learned; the rules have their own, so that a judgement takes no lock.
  private let handles: Locked<StoreHandles>

  init(handles: StoreHandles) {
    self.handles = Locked(handles)
    rules = Published(CallerRules(handles: handles))
    past = Published(CallerPast())
  }

  var present: CallerRules { rules.value }
  var emergencyUntil: WallTime? { past.value.emergencyUntil }

  /// Judges a caller.
  func judge(_ question: CallerQuestion, withSteps: Bool = false) -> CallerDecision {
    rules.value.judge(question, past.value, withSteps: withSteps)
  }

  /// Replaces the rules; the caller makes changes one after another.
  func set(_ new: CallerRules) {
    rules.publish(new)
  }

  /// Changes the comparison of handles.
  func setHandles(_ new: StoreHandles) { handles.withLock { $0 = new } }

  /// Adds records that the database has now; runs on the writer's queue.
  func learn(_ records: [SpoolRecord]) {
    guard records.contains(where: { $0.isOutgoing ? $0.step == .begun : $0.step == .ended || $0.step == .refused }) else { return }
    past.publish(past.value.adding(records, handles.withLock { $0 }))
  }

  /// Sets the time until which J1 holds; runs on the writer's queue.
  func setEmergency(until time: WallTime?) {
    past.publish(past.value.withEmergency(until: time))
  }

  /// Loads the past of the last 90 days.
  func load(_ readers: StoreReaders, now: WallTime) throws(StoreError) {
    let since = now.milliseconds - 90 * CallerPast.day
    let loaded = try readers.read { connection throws(SQLiteError) in
      func times(_ condition: String, _ since: Int64) throws(SQLiteError) -> [String: Int64] {
        let rows = try connection.rows(
          "SELECT handle_key, max(began) FROM call WHERE handle_key IS NOT NULL AND began >= ? AND \(condition) GROUP BY handle_key",
          [.integer(since)]
        ) { ($0.text(0) ?? "", $0.integer(1) ?? 0) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
      }
      let until = try connection.value("SELECT value FROM setting WHERE key = 'emergencyUntil'").text.flatMap { Int64($0) }
      return CallerPast(
        dialled: try times("direction = 1", since),
        unanswered: try times("direction = 0 AND outcome <> 'answered' AND ended IS NOT NULL", now.milliseconds - CallerPast.day),
        emergencyUntil: until.map { WallTime(milliseconds: $0) })
    }
    past.publish(loaded)
  }
}
