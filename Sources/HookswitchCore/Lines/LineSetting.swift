internal import CallControl

/// The parts of the host that every turn of its lines uses: one object, so that a turn counts one reference instead of one for each part.
final class LineSetting: Sendable {
  let rosters = Rosters()
  let names = ActionNames()
  let observers = ObserverHub()
  /// True when the host keeps notes about calls.
  let isRecorded: Bool
  /// True when a source has the standings of the host's lines (K5).
  let hasStandings: Bool

  init(isRecorded: Bool, hasStandings: Bool) {
    (self.isRecorded, self.hasStandings) = (isRecorded, hasStandings)
  }
}
