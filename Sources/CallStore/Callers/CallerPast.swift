internal import CallControl

/// The recent past that the judge asks about: the parties dialled, and the callers that got no answer; immutable.
final class CallerPast: Sendable {
  /// A day, in milliseconds.
  static let day: Int64 = 86_400_000
  /// The largest number of parties in `recent`, and of all remembered parties.
  private static let recentLimit = 4_096
  private static let limit = 100_000

  /// The time at which each party was dialled last, by key.
  let dialled: [String: Int64]
  /// Later times, which override those of `dialled`: a small table, so that each call copies little.
  let recent: [String: Int64]
  /// The begin of each caller's last call that was not answered, by key.
  let unanswered: [String: Int64]
  /// The time until which J1 holds.
  let emergencyUntil: WallTime?

  init(dialled: [String: Int64] = [:], recent: [String: Int64] = [:], unanswered: [String: Int64] = [:], emergencyUntil: WallTime? = nil) {
    self.dialled = dialled
    self.recent = recent
    self.unanswered = unanswered
    self.emergencyUntil = emergencyUntil
  }

  /// Returns true when a party was dialled at a time or later.
  func hasDialled(_ key: String, since: WallTime) -> Bool {
    (recent[key] ?? dialled[key]).map { $0 >= since.milliseconds } ?? false
  }

  /// Returns this past with further calls.
  func adding(_ records: [SpoolRecord], _ handles: StoreHandles) -> CallerPast {
    var (dialled, recent, unanswered) = (dialled, recent, unanswered)
    var emergencyUntil = emergencyUntil
    for record in records {
      if let until = record.emergencyCallback { emergencyUntil = until }
      guard let value = record.handle else { continue }
      let key = handles.key(of: Handle(type: Handle.Kind(rawValue: record.handleType ?? "generic"), value: value))
      if record.isOutgoing {
        if record.step == .begun { recent[key] = record.began }
      } else if record.step == .refused || record.step == .ended {
        if record.outcome == CallRecord.Outcome.answered.rawValue { unanswered[key] = nil } else { unanswered[key] = record.began }
      }
    }
    if recent.count > Self.recentLimit {
      dialled.merge(recent) { _, new in new }
      recent = [:]
      if dialled.count > Self.limit {
        let border = dialled.values.sorted()[dialled.count / 2]
        dialled = dialled.filter { $0.value > border }
      }
    }
    if unanswered.count > Self.recentLimit {
      let border = unanswered.values.sorted()[unanswered.count / 2]
      unanswered = unanswered.filter { $0.value > border }
    }
    return CallerPast(dialled: dialled, recent: recent, unanswered: unanswered, emergencyUntil: emergencyUntil)
  }

  /// Returns this past with another end of J1.
  func withEmergency(until time: WallTime?) -> CallerPast {
    CallerPast(dialled: dialled, recent: recent, unanswered: unanswered, emergencyUntil: time)
  }
}
