internal import Digests

/// The wish for each slot: weighted rendezvous hashing with bounded room, the same on each node that knows the same list of nodes.
///
/// A node's score for a slot is `-weight / ln(h)`, with h in (0, 1) from the first 8 bytes of SHA-256 of `"a3f a1"`. The slots, in order,
/// go each to the best node that has room. The order of the nodes for each slot is kept, so that a wish costs no digest.
package struct Placement: Hashable, Sendable {
  /// A node with its weight.
  package struct Member: Hashable, Sendable {
    /// The name.
    package let name: NodeName
    /// The weight, at least 1.
    package let weight: Int

    /// Creates a member.
    package init(_ name: NodeName, weight: Int) {
      self.name = name
      self.weight = max(1, weight)
    }
  }

  /// The number of digits of the slots.
  package let digits: Int
  /// The nodes that have scores, in the order in which they appeared.
  package private(set) var members: [Member] = []
  private var logarithms: [[Double]] = []
  /// For each slot the places of the members, the best first.
  private var ranking: [[UInt16]]

  /// Creates a placement of slots on no nodes.
  package init(digits: Int) {
    self.digits = digits
    ranking = Array(repeating: [], count: Slot.count(digits: digits))
  }

  /// Adds nodes, or changes the weight of known ones.
  package mutating func include(_ nodes: [Member]) {
    var isChanged = false
    for node in nodes {
      if let place = members.firstIndex(where: { $0.name == node.name }) {
        if members[place].weight != node.weight {
          members[place] = node
          isChanged = true
        }
      } else if members.count < Int(UInt16.max) {
        members.append(node)
        logarithms.append(Placement.logarithms(of: node.name, digits: digits))
        isChanged = true
      }
    }
    if isChanged { rank() }
  }

  /// Returns the wished member of each slot, as a place in `members`; -1 everywhere when no node is active.
  ///
  /// - Parameter active: the nodes that take slots; names without scores are ignored.
  /// - Parameter room: the room of a node in relation to its share, in thousandths.
  package func wish(active: [NodeName], room: Int) -> [Int] {
    let slots = ranking.count
    var left = Array(repeating: 0, count: members.count)
    let chosen = members.indices.filter { active.contains(members[$0].name) }
    let sum = chosen.reduce(0) { $0 + members[$1].weight }
    guard sum > 0 else { return Array(repeating: -1, count: slots) }
    for place in chosen {
      // Rounded up, so that the rooms hold all slots together.
      left[place] = (slots * members[place].weight * max(1_000, room) + sum * 1_000 - 1) / (sum * 1_000)
    }
    return ranking.map { order in
      for place in order where left[Int(place)] > 0 {
        left[Int(place)] -= 1
        return Int(place)
      }
      return -1
    }
  }

  private mutating func rank() {
    let count = members.count
    for slot in ranking.indices {
      var scored: [(place: Int, score: Double)] = []
      scored.reserveCapacity(count)
      for place in 0..<count { scored.append((place, -Double(members[place].weight) / logarithms[place][slot])) }
      let names = members
      // Equal scores are as good as impossible; the name decides them, not the order of appearance, which differs between nodes.
      scored.sort { $0.score != $1.score ? $0.score > $1.score : names[$0.place].name < names[$1.place].name }
      ranking[slot] = scored.map { UInt16($0.place) }
    }
  }

  private static func logarithms(of node: NodeName, digits: Int) -> [Double] {
    (0..<Slot.count(digits: digits)).map { index in
      let slot = Slot(index: index, digits: digits)?.description ?? ""
      let bits = SHA256.leading(of: "\(slot) \(node.text)")
      // 52 bits and a half: never 0 and never 1.
      return Logarithm.natural((Double(bits >> 12) + 0.5) / 4_503_599_627_370_496)
    }
  }
}
