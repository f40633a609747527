internal import CallControl
internal import Locking
internal import Synchronization

/// The roster with an edition number, by which lines notice a change.
final class Rosters: Sendable {
  private let number = Atomic<UInt64>(0)
  private let latest = Locked<(edition: UInt64, roster: Roster)>((0, Roster()))

  /// The latest edition's number.
  var edition: UInt64 { number.load(ordering: .acquiring) }

  /// The latest edition and its roster.
  var current: (edition: UInt64, roster: Roster) { latest.withLock { $0 } }

  /// Publishes a roster; the caller holds the switchboard's lock, so that editions stay in order.
  func publish(_ roster: Roster) {
    latest.withLock { latest in
      latest = (latest.edition + 1, roster)
      number.store(latest.edition, ordering: .releasing)
    }
  }
}
