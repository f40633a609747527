package import CallControl
package import ClusterControl
internal import Locking

/// The node of a cluster behind one lock: the lane gives it events, and any thread asks K5's question.
///
/// An answer that allows a call counts the line as busy under the same lock, so a hand-over after it lends the line, and one before it is
/// known to the answer: neither can forget a call. Events that take long are judged on a copy, without the lock.
package final class ClusterGate: Sendable {
  private struct Addition: Sendable {
    let line: String
    let slot: Slot
    let act: AddingAct
  }

  private struct Content: Sendable {
    var node: ClusterNode
    /// The lines that became busy since the copy was made; nil while there is none.
    var added: [Addition]?
  }

  private let content: Locked<Content>
  private let clock: @Sendable () -> ClusterTime
  private let digits: Int

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - node: the node before its first event.
  ///   - clock: the time of the node's own clock; any thread calls it, also under the lock, and it takes no lock that calls the gate.
  package init(_ node: ClusterNode, clock: @escaping @Sendable () -> ClusterTime) {
    content = Locked(Content(node: node))
    self.clock = clock
    digits = node.settings.digits
  }

  // MARK: Questions

  /// Returns the standing of a line at this moment (K5). [any thread]
  ///
  /// After `mine` and `borrowed` the line counts as busy, until `lineIsIdle`.
  package func standing(of line: String, for act: AddingAct) -> ClusterStanding { place(of: line, for: act).standing }

  /// Returns the standing of a line, and counts nothing. [any thread]
  package func look(at line: String, for act: AddingAct) -> ClusterStanding {
    let slot = KnownLines.slot(of: line, digits: digits)
    let now = clock()
    return content.withLock { $0.node.standing(of: line, in: slot, for: act, at: now) }
  }

  /// Returns the standing of a line, and the SIP address of the node that has it. [any thread]
  package func place(of line: String, for act: AddingAct) -> (standing: ClusterStanding, address: String?) {
    let slot = KnownLines.slot(of: line, digits: digits)
    return content.withLock { [clock] content in
      // Inside: the time to wait for the lock must not make a lease look good that has ended.
      let now = clock()
      let standing = content.node.standing(of: line, in: slot, for: act, at: now)
      switch standing {
      case .mine, .borrowed:
        if content.node.noteBusy(line, in: slot), content.added != nil {
          content.added?.append(Addition(line: line, slot: slot, act: act))
        }
        return (standing, nil)
      case .elsewhere(let node), .lent(let node): return (standing, content.node.address(of: node))
      case .cutOff, .draining, .vacant: return (standing, nil)
      }
    }
  }

  /// Counts a line as idle. [any thread]
  ///
  /// - Returns: true when the lane must give the node `busyChanged`; also while a copy is judged, which may begin a drain.
  @discardableResult
  package func lineIsIdle(_ line: String) -> Bool {
    let slot = KnownLines.slot(of: line, digits: digits)
    return content.withLock { $0.node.noteIdle(line, in: slot) || $0.added != nil }
  }

  /// Returns an id for a new call of a line, which ends with the digits of its slot. [any thread]
  package func newCall(on line: String) -> CallID { CallSlot.newCall(on: line, digits: digits) }

  /// The node as it is now; a copy, which makes the next event copy what it changes. [any thread]
  package var node: ClusterNode { content.withLock { $0.node } }

  /// The time of the node's own clock.
  package var now: ClusterTime { clock() }

  /// Returns where a line is. [any thread]
  package func place(of line: String) -> LinePlace {
    let slot = KnownLines.slot(of: line, digits: digits)
    let now = clock()
    return content.withLock { LinePlace(line: line, slot: slot, node: $0.node, now: now) }
  }

  /// Returns the node that has the calls of a line: its borrower, or its owner with the fence of the slot; nil for a vacant one. [any thread]
  package func holder(of line: String) -> (node: NodeName, fence: UInt64?)? {
    let slot = KnownLines.slot(of: line, digits: digits)
    return content.withLock { $0.node.holder(of: line, in: slot) }
  }

  /// Returns the owner of a slot and the fence of its record; nil for a slot without an owner. [any thread]
  package func owner(of slot: Slot) -> (owner: NodeLife, fence: UInt64)? {
    content.withLock { content in
      guard content.node.slots.indices.contains(slot.index), let record = content.node.slots[slot.index].record, let owner = record.owner
      else { return nil }
      return (owner, record.fence)
    }
  }

  /// Returns the owner of a slot that is not known to be gone, and the fence of its record. [any thread]
  package func livingOwner(of slot: Slot) -> (owner: NodeLife, fence: UInt64)? {
    content.withLock { $0.node.livingOwner(of: slot) }
  }

  /// Returns true while this node owns a slot and its lease is good. [any thread]
  package func owns(_ slot: Slot) -> Bool {
    let now = clock()
    return content.withLock { $0.node.isOwner(of: slot, at: now) }
  }

  /// Returns the numbers of the slots that this node owns while its lease is good. [any thread]
  package func ownedSlots() -> [Int] {
    let now = clock()
    return content.withLock { $0.node.ownedSlots(at: now) }
  }

  /// The time at which the node needs a tick; nil before it has reached the engine. [the lane only]
  package var deadline: ClusterTime? { content.withLock { $0.node.deadline } }

  /// Returns the lines of a slot that have calls here. [any thread]
  package func busyLines(in slot: Slot) -> [String] { content.withLock { $0.node.busyLines(in: slot) } }

  // MARK: Events

  /// The number of judgements on a copy before the node is held for one.
  private static let attempts = 3

  /// Gives the node an event, and returns the effects, which are carried out without the lock. [the lane only]
  package func handle(_ event: ClusterEvent, at now: ClusterTime) -> [ClusterEffect] {
    for _ in 0..<Self.attempts {
      guard let effects = judgeOnCopy(event, at: now) else { break }
      if let effects = effects { return effects }
    }
    return content.withLock { content in
      content.added = nil
      return content.node.handle(event, at: now)
    }
  }

  /// Judges an event on a copy, and takes the copy unless a line was allowed a call meanwhile that the copy does not allow.
  ///
  /// - Returns: the effects; an inner nil for a copy that was not taken, an outer nil for an event that takes no time.
  private func judgeOnCopy(_ event: ClusterEvent, at now: ClusterTime) -> [ClusterEffect]?? {
    let original = content.withLock { content -> ClusterNode? in
      guard content.node.mayTakeLong(event, at: now) else { return nil }
      content.added = []
      return content.node
    }
    guard var copy = original else { return nil }
    let effects = copy.handle(event, at: now)
    let isTaken = content.withLock { content in
      let added = content.added ?? []
      content.added = nil
      let fits = added.allSatisfy { copy.standing(of: $0.line, in: $0.slot, for: $0.act, at: now).allows }
      guard fits else { return false }
      copy.takeBusy(of: content.node)
      // The earlier node is released after the lock.
      swap(&content.node, &copy)
      return true
    }
    return .some(isTaken ? effects : nil)
  }
}

extension ClusterNode {
  /// The first SIP address of a node.
  func address(of node: NodeName) -> String? { watched(node)?.record.profile.sip.first }
}
