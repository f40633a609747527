internal import Synchronization

/// The fate of a runner: lost or not.
final class RunnerFate: Sendable {
  private let isLost = Atomic<Bool>(false)

  /// True when the runner ended while it had instances.
  var wasLost: Bool { isLost.load(ordering: .acquiring) }

  /// Notes that.
  func lose() { isLost.store(true, ordering: .releasing) }
}
