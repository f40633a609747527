package import ClusterControl

extension ClusterSimulation {
  /// The first promise when a node gets a slot: no other node has it and a good lease.
  mutating func checkGain(_ slot: Slot, by place: Int) {
    guard machines[place].node.isOwner(of: slot, at: clock(place)) else { return }
    for other in machines.indices where other != place && !machines[other].isDead {
      if machines[other].node.isOwner(of: slot, at: clock(other)) {
        breaches.append("\(now) ms: \(machines[place].node.name) and \(machines[other].node.name) own \(slot)")
      }
    }
  }

  /// The first promise for each slot, at any time.
  mutating func sweep() {
    var owner = Array(repeating: -1, count: Slot.count(digits: settings.digits))
    for place in machines.indices where !machines[place].isDead {
      for index in machines[place].node.ownedSlots(at: clock(place)) {
        if owner[index] >= 0 {
          breaches.append("\(now) ms: \(machines[owner[index]].node.name) and \(machines[place].node.name) own slot \(index)")
        }
        owner[index] = place
      }
    }
  }

  /// The number of slots that no living node owns with a good lease.
  package var vacantSlots: Int {
    var isOwned = Array(repeating: false, count: Slot.count(digits: settings.digits))
    for place in machines.indices where !machines[place].isDead {
      for index in machines[place].node.ownedSlots(at: clock(place)) { isOwned[index] = true }
    }
    return isOwned.count { !$0 }
  }

  /// The number of slots with a living owner that differs from the wish for the living nodes.
  package var misplacedSlots: Int {
    let active = machines.filter { !$0.isDead && !$0.node.isDraining }.map(\.node.name).sorted()
    let wish = placement.wish(active: active, room: settings.room)
    return store.map.slots.count { slot, revised in
      wish[slot.index] >= 0 && revised.value.owner?.node != placement.members[wish[slot.index]].name
    }
  }

  /// The number of lines that are lent to a living node and have no call on it.
  package var idleLentLines: Int {
    store.map.slots.values.reduce(0) { sum, revised in
      sum
        + revised.value.lent.entries.count { entry in
          guard let machine = machines.firstIndex(where: { $0.node.life == entry.borrower && !$0.isDead }) else { return false }
          return revised.value.owner != entry.borrower
            && !(calls.byLine[entry.line] ?? []).contains { calls.up[$0]?.machine == machine }
        }
    }
  }

  /// The number of slots of each living node.
  package var slotsByNode: [Int] {
    machines.indices.filter { !machines[$0].isDead }.map { machines[$0].node.ownedSlots(at: clock($0)).count }
  }

  /// The names of the nodes by their numbers in faults.
  package func name(_ place: Int) -> NodeName { machines[place].node.name }

  /// Returns true while a node's lease is good.
  package func isGood(_ place: Int) -> Bool {
    !machines[place].isDead && machines[place].node.phase == .joined && machines[place].node.lease.isGood(at: clock(place))
  }

  /// Plans faults of every kind between two times.
  package mutating func planFaults(_ count: Int, from begin: Int64, until end: Int64) {
    for number in 0..<count {
      let time = begin + (end - begin) * Int64(number) / Int64(count) + Int64(random.below(1_000))
      let place = random.below(machines.count)
      switch random.below(9) {
      case 0:
        plan(.die(place), at: time)
        plan(.start(place, hasLock: false), at: time + 2_000 + Int64(random.below(30_000)))
      case 1:
        plan(.die(place), at: time)
        plan(.start(place, hasLock: true), at: time + 500)
      case 2: plan(.pause(place, 2_000 + Int64(random.below(25_000))), at: time)
      case 3: plan(.cut(place, 2_000 + Int64(random.below(30_000))), at: time)
      case 4: plan(.engineDown(1_000 + Int64(random.below(6_000)), losesData: false), at: time)
      case 5: plan(.engineDown(1_000 + Int64(random.below(3_000)), losesData: true), at: time)
      case 6:
        plan(.drain(place), at: time)
        plan(.undrain(place), at: time + 20_000)
      case 7:
        // Neighbours in the list of names and others at once.
        for step in 0..<5 {
          plan(.die((place + step * step) % machines.count), at: time)
          plan(.start((place + step * step) % machines.count, hasLock: step % 2 == 0), at: time + 25_000)
        }
      default: plan(.engineDown(18_000 + Int64(random.below(6_000)), losesData: false), at: time)
      }
    }
  }
}

extension ClusterSimulation {
  /// Plans times in which the engine keeps its connections and does nothing, shorter and longer than a lease.
  package mutating func planSilences(_ count: Int, from begin: Int64, until end: Int64) {
    for number in 0..<count {
      let time = begin + (end - begin) * Int64(number) / Int64(count) + Int64(random.below(1_000))
      plan(.engineSilent(2_000 + Int64(random.below(22_000)), losesChanges: random.once(in: 2)), at: time)
    }
  }

  /// The first slots that no node owns, with the store's record and the beliefs of the wished node.
  package func explainVacant() -> String {
    var isOwned = Array(repeating: false, count: Slot.count(digits: settings.digits))
    for place in machines.indices where !machines[place].isDead {
      for index in machines[place].node.ownedSlots(at: clock(place)) { isOwned[index] = true }
    }
    return isOwned.indices.filter { !isOwned[$0] }.prefix(3).map { index in
      let slot = Slot(index: index, digits: settings.digits)
      let stored = slot.flatMap { store.map.slots[$0] }
      let owner = machines.first { $0.node.name == stored?.value.owner?.node }
      return "slot \(index): store \(String(describing: stored)); its owner is \(String(describing: owner?.node.life)), "
        + "\(owner?.isDead == true ? "dead" : "living"), and believes \(String(describing: owner?.node.slots[index]))"
    }.joined(separator: "\n")
  }
}
