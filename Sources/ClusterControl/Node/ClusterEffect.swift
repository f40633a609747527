/// An order of a node to its shell, or a report to its program.
package enum ClusterEffect: Hashable, Sendable {
  /// Read both buckets whole, the slots before the nodes, and answer with `ClusterEvent.mapRead` and this number.
  ///
  /// The subscription to changes stands before the read begins.
  case readMap(UInt64)
  /// Send this write; the same id again is the same write sent again.
  case write(ClusterWrite)
  /// Request the owner of the slot to take a lent line back; the node repeats it at each beat until the record shows it.
  case giveBack(LineReturn, to: NodeName)
  /// This node may add calls to the lines of a slot, as far as its lease is good.
  case gained(Slot, fence: UInt64)
  /// This node may add no calls to the lines of a slot any more, except to those that it borrowed.
  case lost(Slot)
  /// The lease is good again: calls may be added.
  case leaseBegan
  /// The node is cut off (K7): it sends ringing calls away, and calls that are up go on.
  case leaseEnded
  /// Another node expired this one (K8): its calls are strays. It joins again with this incarnation.
  case rejoined(Incarnation)
  /// The time of a drain is over.
  case drainTimedOut(NodeDrain.Then)
  /// A drain is complete: the node has no slot and no lent line.
  case drained
  /// The record of the node says `gone`: it may end.
  case left
  /// A life of another node is gone; true when its process is known to have ended.
  case nodeGone(NodeLife, isDead: Bool)
  /// A fact for logs and metrics.
  case report(ClusterReport)
}

/// A write to one key of the store.
package struct ClusterWrite: Hashable, Sendable {
  /// The key with its value.
  package enum Value: Hashable, Sendable {
    /// A key of the bucket of nodes.
    case node(NodeName, NodeRecord)
    /// A key of the bucket of slots.
    case slot(Slot, SlotRecord)
    /// The key `layout` of the bucket of slots.
    case layout(ClusterLayout)
  }

  /// The message id.
  package let id: WriteID
  /// The key and the value.
  package let value: Value
  /// The revision that the key must have; 0 when it must not exist.
  ///
  /// Nil writes in any case, which only tests of lost rules ask for.
  package let expected: UInt64?

  /// Creates a write.
  package init(id: WriteID, value: Value, expected: UInt64?) {
    self.id = id
    self.value = value
    self.expected = expected
  }
}

/// A fact about the cluster for logs and metrics.
package enum ClusterReport: Hashable, Sendable {
  /// The store has an older state than this node has seen: it lost data (K9).
  case engineWentBack(Slot?)
  /// The digits of the layout differ from the number that slots have here; the node joins nothing.
  case otherLayout(digits: Int)
  /// Changes that came during a whole read were too many: the read begins again.
  case readRestarted
}

/// An act that adds a call to a line (K5).
package enum AddingAct: Hashable, Sendable {
  /// A program starts a call.
  case start
  /// A program starts a call to an emergency number, which even a node that is cut off may (K7).
  case startEmergency
  /// A call comes in.
  case incoming
  /// A ringing call is answered.
  case answer
  /// A transfer to this line is accepted.
  case acceptTransfer
}

/// The standing of a line on this node: the answer to K5's question.
package enum ClusterStanding: Hashable, Sendable {
  /// This node may add calls.
  case mine
  /// This node borrowed the line and may add calls.
  case borrowed
  /// The lease is not good (K7): `nodeCutOff`, 503.
  case cutOff
  /// The node drains (K14): `nodeDraining`.
  case draining
  /// Another node owns the line: `lineElsewhere`, 302.
  case elsewhere(NodeName)
  /// This node owns the line's slot, and the line is still with a borrower: `lineElsewhere`, 302.
  case lent(NodeName)
  /// No living node owns the line.
  case vacant

  /// True when a call may be added.
  package var allows: Bool { self == .mine || self == .borrowed }
}
