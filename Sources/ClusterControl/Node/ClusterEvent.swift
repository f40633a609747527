/// The input of a node.
package enum ClusterEvent: Hashable, Sendable {
  /// The timer went off, or time passed: the shell sends it at `ClusterNode.deadline` at the latest.
  case tick
  /// The engine takes writes again, and its changes cannot be read yet: `connected` follows.
  case linked
  /// The engine is reachable, for the first time or again.
  case connected
  /// The engine is not reachable.
  case disconnected
  /// The answer to `ClusterEffect.readMap` with the same number, and a new UUID in case that the node needs another incarnation.
  case mapRead(UInt64, ClusterMap, fresh: Incarnation)
  /// A key of the bucket of nodes changed; the record is nil when it was deleted.
  case nodeChanged(NodeName, NodeRecord?, revision: UInt64)
  /// A key of the bucket of slots changed.
  case slotChanged(Slot, SlotRecord?, revision: UInt64)
  /// The key `layout` changed.
  case layoutChanged(ClusterLayout?, revision: UInt64)
  /// A write is in the store, under this revision.
  case written(WriteID, revision: UInt64)
  /// The store refused a write: the key has another revision (code 10071).
  case writeLost(WriteID)
  /// A line got its first call.
  case lineBusy(String)
  /// A line lost its last call.
  case lineIdle(String)
  /// A line got or lost its calls, which `noteBusy` or `noteIdle` told before.
  case busyChanged(String)
  /// A borrower gives a line back, by request.
  case lineReturned(LineReturn)
  /// The load changed; the next beat carries it.
  case loadChanged(NodeLoad)
  /// A drain begins (K14).
  case drain(NodeDrain)
  /// A drain ends without an end of the node (K14).
  case undrain
  /// The node leaves: it has no calls, or its calls end with it.
  case leave
  /// An operator or systemd declares that the process of this life is dead (K10), such as `hookswitch cluster release --dead`.
  case declaredDead(NodeLife)
}

/// The id of a write, the same when it is sent again: the engine's message id.
package struct WriteID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The life of the writer.
  package let incarnation: Incarnation
  /// The number of the write in this life, from 1.
  package let number: UInt64

  /// Creates an id.
  package init(_ incarnation: Incarnation, _ number: UInt64) {
    self.incarnation = incarnation
    self.number = number
  }

  /// The message id: the UUID, a colon and the number.
  package var description: String { "\(incarnation):\(number)" }

  /// Orders ids by number within a life.
  package static func < (left: WriteID, right: WriteID) -> Bool {
    (left.incarnation, left.number) < (right.incarnation, right.number)
  }
}

/// A borrower's word that a lent line has no call and that it adds none.
package struct LineReturn: Hashable, Sendable {
  /// The line.
  package let line: String
  /// The borrower.
  package let borrower: NodeLife
  /// The fence of the record that lends the line, as the header `Hsw-Fence` has it.
  ///
  /// A line is lent with a change of the owner only, so a return of an earlier lending that comes late has a lower fence.
  package let fence: UInt64

  /// Creates a return.
  package init(line: String, borrower: NodeLife, fence: UInt64) {
    self.line = line
    self.borrower = borrower
    self.fence = fence
  }
}

/// The terms of a drain.
package struct NodeDrain: Hashable, Sendable {
  /// The action when the time of a drain is over.
  package enum Then: Hashable, Sendable {
    /// The calls that are left end.
    case end
    /// The calls that are left go on.
    case keep
  }

  /// The time in milliseconds.
  package var limit: Int64
  /// The action after it.
  package var then: Then

  /// Creates terms.
  package init(limit: Int64, then: Then) {
    self.limit = limit
    self.then = then
  }
}
