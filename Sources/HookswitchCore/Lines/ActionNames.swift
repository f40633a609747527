internal import CallControl
internal import FoundationEssentials
internal import Synchronization

/// Names for the host's own actions and transactions, in order.
final class ActionNames: Sendable {
  private let count = Atomic<UInt64>(0)

  /// The next name, and its number.
  func next() -> (name: UUID, order: UInt64) {
    (.fresh(), count.add(1, ordering: .relaxed).newValue)
  }
}
