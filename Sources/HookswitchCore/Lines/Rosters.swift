internal import CallControl
internal import Locking
internal import Synchronization

/// The providers as lines see them, with an edition number: a line asks for the latest when its own is old.
final class Rosters: Sendable {
  private let number = Atomic<UInt64>(0)
  private let latest = Locked<(edition: UInt64, roster: Roster)>((0, Roster()))

  /// The number of the latest edition.
  var edition: UInt64 { number.load(ordering: .acquiring) }

  /// The latest edition.
  var current: (edition: UInt64, roster: Roster) { latest.withLock { $0 } }

  /// Puts another edition out; whoever does this holds the switchboard, so that editions come in order.
  func publish(_ roster: Roster) {
    latest.withLock { latest in
      latest = (latest.edition + 1, roster)
      number.store(latest.edition, ordering: .releasing)
    }
  }
}
