/// The calls that the bucket `live` shows of nodes that are gone (K16).
///
/// They are part of no rule about leases.
package struct StrayCalls: Hashable, Sendable {
  /// A connected call as the bucket `live` has it.
  package struct Call: Hashable, Sendable {
    /// The call's UUID.
    package let id: String
    /// The line.
    package let line: String
    /// The life of the node that has the call.
    package let holder: NodeLife

    /// Creates a call.
    package init(id: String, line: String, holder: NodeLife) {
      self.id = id
      self.line = line
      self.holder = holder
    }
  }

  /// The reason for which a stray counts as ended; the heir then writes its record.
  package enum End: Hashable, Sendable {
    /// The node is dead, or came back without the call: cause `hostLost`.
    case hostLost
    /// The time of strays is over.
    case timedOut
    /// An operator gave the node up.
    case forgotten
  }

  private struct Stray: Hashable, Sendable {
    var call: Call
    var since: ClusterTime
  }

  private var strays: [Stray] = []

  /// Creates an empty list.
  package init() {}

  /// The strays in the order in which they were noted.
  package var calls: [Call] { strays.map(\.call) }

  /// Notes the calls of a life that is gone; returns those that end at once because its process is dead.
  package mutating func nodeGone(_ calls: [Call], isDead: Bool, at now: ClusterTime) -> [Call] {
    let new = calls.filter { call in !strays.contains { $0.call.id == call.id } }
    if isDead { return new }
    strays += new.map { Stray(call: $0, since: now) }
    return []
  }

  /// Takes the word of the call's own node that the call ended; that node writes the record.
  package mutating func ended(_ id: String) {
    strays.removeAll { $0.call.id == id }
  }

  /// Ends the strays of a life whose process is dead, and returns them.
  package mutating func nodeDied(_ life: NodeLife) -> [Call] { take { $0.call.holder == life } }

  /// Takes the list of calls of a node that came back; returns the strays that it came back without.
  package mutating func nodeReturned(_ node: NodeName, with calls: Set<String>) -> [Call] {
    take { $0.call.holder.node == node && !calls.contains($0.call.id) }
  }

  /// Ends the strays of a node that an operator gave up, and returns them.
  package mutating func forget(_ node: NodeName) -> [Call] { take { $0.call.holder.node == node } }

  /// Ends the strays whose time is over, and returns them.
  package mutating func expire(at now: ClusterTime, limit: Int64) -> [Call] { take { now - $0.since >= limit } }

  private mutating func take(where isTaken: (Stray) -> Bool) -> [Call] {
    let taken = strays.filter(isTaken)
    strays.removeAll(where: isTaken)
    return taken.map(\.call)
  }
}
