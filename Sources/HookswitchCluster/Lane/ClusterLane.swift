package import CallControl

/// A serial queue with a clock, on which a node's part of the cluster runs.
///
/// Every function of a store, and every function that a store calls, runs on its lane. `ThreadLane` is a thread; tests have virtual time.
package protocol ClusterLane: AnyObject, Sendable {
  /// The time: CLOCK_BOOTTIME, which counts sleep, or a test's virtual time. [any thread]
  var now: Instant { get }
  /// True on the lane itself.
  var isCurrent: Bool { get }
  /// Runs `body` on the lane, after all that was given to it before. [any thread]
  func run(_ body: @escaping @Sendable () -> Void)
  /// Runs `body` on the lane, once `duration` has passed. [any thread]
  func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void)
}
