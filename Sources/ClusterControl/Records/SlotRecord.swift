/// A node in one of its lives.
package struct NodeLife: Hashable, Sendable {
  /// The name of the node.
  package let node: NodeName
  /// The life.
  package let incarnation: Incarnation

  /// Creates the pair.
  package init(_ node: NodeName, _ incarnation: Incarnation) {
    self.node = node
    self.incarnation = incarnation
  }
}

/// The value of a slot's key in the bucket of slots.
package struct SlotRecord: Hashable, Sendable {
  /// The owner; nil when it released the slot.
  package var owner: NodeLife?
  /// The number that grows each time that the slot changes its owner.
  package var fence: UInt64
  /// The lines that stay with another node until they have no call.
  package var lent: LentLines
  /// The members of a later version.
  package var unknown: [UnknownMember]

  /// Creates a record.
  package init(owner: NodeLife?, fence: UInt64, lent: LentLines = LentLines(), unknown: [UnknownMember] = []) {
    self.owner = owner
    self.fence = fence
    self.lent = lent
    self.unknown = unknown
  }
}

/// The value of the key `layout` in the bucket of slots.
package struct ClusterLayout: Hashable, Sendable {
  /// The number of digits of a slot, 3 or 4, for ever.
  package var digits: Int
  /// The UUID of this bucket's contents: a bucket that was lost gets another one (K9).
  package var era: Incarnation
  /// The members of a later version.
  package var unknown: [UnknownMember]

  /// Creates a layout.
  package init(digits: Int, era: Incarnation, unknown: [UnknownMember] = []) {
    self.digits = digits
    self.era = era
    self.unknown = unknown
  }
}

/// A value in the store with the sequence of its last write.
package struct Revised<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  package var value: Value
  /// The sequence of its write, over 0.
  package var revision: UInt64

  /// Creates the pair.
  package init(_ value: Value, revision: UInt64) {
    self.value = value
    self.revision = revision
  }
}

/// Both buckets as a whole read found them (K15).
///
/// The reader reads the slots before the nodes: a slot's owner whose key then shows another life is gone for certain.
package struct ClusterMap: Hashable, Sendable {
  /// The layout; nil when the bucket has none.
  package var layout: Revised<ClusterLayout>?
  /// The nodes by name.
  package var nodes: [NodeName: Revised<NodeRecord>]
  /// The slots that have a key.
  package var slots: [Slot: Revised<SlotRecord>]

  /// Creates a map.
  package init(
    layout: Revised<ClusterLayout>? = nil, nodes: [NodeName: Revised<NodeRecord>] = [:], slots: [Slot: Revised<SlotRecord>] = [:]
  ) {
    self.layout = layout
    self.nodes = nodes
    self.slots = slots
  }
}
