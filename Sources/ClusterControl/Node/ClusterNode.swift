/// A node of a cluster, as a value: events in, effects out, with its own clock's time in each call (K1–K16).
///
/// It reads no clock, draws no number and waits for nothing. The shell sends `ClusterEvent.tick` at `deadline`, carries the effects
/// out in their order, and asks `standing(of:at:)` before each act that adds a call.
package struct ClusterNode: Hashable, Sendable {
  package let name: NodeName
  package internal(set) var incarnation: Incarnation
  package let settings: ClusterSettings

  /// Creates a node that has not reached the engine.
  ///
  /// - Parameter predecessorIsDead: true when this process got the lock of the node, so that no other process of it lives (K10).
  /// - Parameter placement: scores to start with, which nodes in one process share; the rest is added when nodes appear.
  package init(
    name: NodeName, incarnation: Incarnation, profile: NodeProfile, settings: ClusterSettings = ClusterSettings(),
    predecessorIsDead: Bool = false, rules: ClusterRules = .all
  ) {
    self.name = name
    self.incarnation = incarnation
    self.settings = settings
  }

  /// Takes an event and returns its effects in their order.
  package mutating func handle(_ event: ClusterEvent, at now: ClusterTime) -> [ClusterEffect] { [] }

  /// The time at which the node needs a tick.
  package var deadline: ClusterTime? { nil }

  /// Returns the standing of a line (K5): only `mine` and `borrowed` allow an act that adds a call.
  package func standing(of line: String, for act: AddingAct = .start, at now: ClusterTime) -> ClusterStanding { .cutOff }

  /// Returns the node that has the calls of a line: the borrower or the owner; nil when the slot is vacant.
  package func node(for line: String) -> NodeName? { nil }
}
