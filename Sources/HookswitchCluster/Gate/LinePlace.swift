package import ClusterControl

/// The place of a line in its cluster, as this node knows it.
package struct LinePlace: Hashable, Sendable {
  /// The line's name.
  package let line: String
  /// Its slot.
  package let slot: Slot
  /// The owner of the slot; nil when no living node owns it.
  package let owner: NodeName?
  /// The fence of the slot's record; nil when there is none.
  package let fence: UInt64?
  /// The standing of the line on this node, for a call that a program would start.
  package let standing: ClusterStanding
  /// The node that borrowed the line.
  package let borrower: NodeName?
  /// The SIP address of the node that has the line.
  package let address: String?

  init(line: String, slot: Slot, node: ClusterNode, now: ClusterTime) {
    self.line = line
    self.slot = slot
    let record = node.slots.indices.contains(slot.index) ? node.slots[slot.index].record : nil
    let holder = node.holder(of: line, in: slot)?.node
    let borrower = record?.lent.borrower(of: line)?.node
    self.borrower = borrower == holder ? borrower : nil
    owner = holder == nil ? nil : record?.owner?.node
    fence = record?.fence
    standing = node.standing(of: line, in: slot, for: .start, at: now)
    address = holder.flatMap { node.address(of: $0) }
  }

  /// The node that has the calls of the line: the borrower or the owner.
  package var holder: NodeName? { borrower ?? owner }
}
