internal import CallControl
internal import FoundationEssentials
internal import Synchronization

/// Ids and order numbers for the host's actions and transactions.
final class ActionNames: Sendable {
  private let count = Atomic<UInt64>(0)

  /// Returns a fresh id and the next number.
  func next() -> (name: UUID, order: UInt64) {
    (.fresh(), count.add(1, ordering: .relaxed).newValue)
  }
}
