package import CallControl
internal import CallStore

/// The lines on which do-not-disturb counts at a time.
package struct DoNotDisturbActivity: Hashable, Sendable {
  /// The reason: `on`, `until` or `schedule:NAME`; nil when it counts nowhere.
  package var rule: String?
  /// The lines on which it counts; empty for all.
  package var lines: [LineID] = []

  /// Returns true while do-not-disturb counts on a line.
  ///
  /// - Parameter line: the line; for `each`, the calls that get a line of their own.
  package func isActive(on line: LineID) -> Bool { rule != nil && (lines.isEmpty || lines.contains(line)) }
}

/// The last known activity of do-not-disturb, and the time of the next look; a pure value.
struct DoNotDisturbWatch: Sendable {
  /// The result of a look.
  struct Step: Hashable, Sendable {
    /// The new activity; nil when it is the known one.
    var change: DoNotDisturbActivity?
    /// The time of the next look; nil when only a new setting can change the activity.
    var alarm: WallTime?
  }

  /// The activity at the last look; nil before the first.
  private(set) var known: DoNotDisturbActivity?

  /// Looks at the activity now.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - rule: the reason for which do-not-disturb counts now; nil when it does not.
  ///   - lines: the lines on which it counts; empty for all.
  ///   - next: the time at which the activity may change by itself; nil for never.
  mutating func look(at now: WallTime, rule: String?, lines: [LineID], next: WallTime?) -> Step {
    let activity = DoNotDisturbActivity(rule: rule, lines: rule == nil ? [] : lines)
    defer { known = activity }
    // A time that is not later would ring without end.
    return Step(change: activity == known ? nil : activity, alarm: next.map { max($0, now.advanced(byMilliseconds: 1)) })
  }
}
