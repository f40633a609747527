extension CallTable {
  /// Puts a call into another's group; the group keeps the earlier start (G7).
  mutating func join(_ call: CallID, groupOf other: CallID, isMixed: Bool) {
    guard let target = self[other], let source = index(of: call), legs[source].group != target.group else { return }
    legs[source].group = target.group
    let start = [legs[source].groupStart, target.groupStart].compactMap { $0 }.min()
    for index in legs.indices where legs[index].group == target.group {
      legs[index].groupStart = start
      if isMixed { legs[index].marks.insert(.mixed) }
    }
    if legs[source].marks.contains(.mixed) || target.marks.contains(.mixed) {
      for index in legs.indices where legs[index].group == target.group { legs[index].marks.insert(.mixed) }
    }
  }

  /// Puts two calls on one bridge of their provider.
  mutating func bridge(_ call: CallID, with other: CallID) {
    guard let source = index(of: call), let target = index(of: other) else { return }
    let bridge = legs[target].bridge ?? newGroup()
    legs[target].bridge = bridge
    legs[source].bridge = bridge
  }

  /// Moves a call to a new group of its own, with its own start (G7).
  mutating func part(_ call: CallID) {
    guard let index = index(of: call) else { return }
    let old = legs[index].group
    legs[index].group = newGroup()
    legs[index].groupStart = legs[index].connected
    legs[index].marks.remove(.mixed)
    leaveBridge(at: index)
    dissolveIfAlone(old)
  }

  /// Takes a call off its provider's bridge; one call alone needs no bridge.
  private mutating func leaveBridge(at index: Int) {
    guard let bridge = legs[index].bridge else { return }
    legs[index].bridge = nil
    let left = legs.indices.filter { legs[$0].bridge == bridge }
    if left.count == 1 { legs[left[0]].bridge = nil }
  }

  /// Clears the mix and the bridge of a group that has only one call left.
  mutating func dissolveIfAlone(_ group: GroupID) {
    let left = legs.indices.filter { legs[$0].group == group }
    guard left.count == 1 else { return }
    legs[left[0]].marks.remove(.mixed)
    legs[left[0]].bridge = nil
  }

  /// Removes a call that has ended.
  mutating func remove(at index: Int) -> Leg {
    leaveBridge(at: index)
    let leg = legs.remove(at: index)
    dissolveIfAlone(leg.group)
    return leg
  }

  /// Returns true when one provider can bridge all the calls itself (G1, P8).
  func bridgesNatively(_ calls: [CallID]) -> Bool {
    let legs = calls.compactMap { self[$0] }
    guard let first = legs.first else { return false }
    return legs.indices.allSatisfy {
      legs[$0].sharesInstance(with: first) && legs[$0].capabilities.contains(.grouping) && !legs[$0].marks.contains(.mixed)
    }
  }
}
