package import CallControl
package import ClusterControl
internal import HookswitchCore

/// The gate of a node as the host asks it.
///
/// A class, because the host copies its source for each act.
package final class GateStandings: LineStandingSource {
  private let gate: ClusterGate
  private let hasFront: @Sendable (_ line: String, _ node: NodeName) -> Bool
  private let lineBecameIdle: @Sendable (String) -> Void

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - hasFront: returns false when another node is known to have no call in front on a line (K8); any thread, at once.
  ///   - lineBecameIdle: called after a line became idle that the node may have to act on; it gives the node `busyChanged` on its lane.
  package init(
    _ gate: ClusterGate, hasFront: @escaping @Sendable (_ line: String, _ node: NodeName) -> Bool = { _, _ in true },
    lineBecameIdle: @escaping @Sendable (String) -> Void
  ) {
    self.gate = gate
    self.hasFront = hasFront
    self.lineBecameIdle = lineBecameIdle
  }

  package func standing(of line: String, for addition: LineAddition) -> LineStanding {
    let (standing, address) = gate.place(of: line, for: AddingAct(addition))
    return LineStanding(standing, address: address) { hasFront(line, $0) }
  }

  package func lineIsIdle(_ line: String) {
    if gate.lineIsIdle(line) { lineBecameIdle(line) }
  }

  package func newCall(on line: String) -> CallID { gate.newCall(on: line) }
}

extension AddingAct {
  init(_ addition: LineAddition) {
    self =
      switch addition {
      case .start: .start
      case .startEmergency: .startEmergency
      case .incoming: .incoming
      case .answer: .answer
      case .acceptTransfer: .acceptTransfer
      }
  }
}

extension LineStanding {
  init(_ standing: ClusterStanding, address: String?, hasFront: (NodeName) -> Bool) {
    self =
      switch standing {
      case .mine: .mine
      case .borrowed: .borrowed
      case .cutOff: .cutOff
      case .draining: .draining
      case .elsewhere(let node): .elsewhere(node: node.text, address: address, ownerHasFront: hasFront(node))
      case .lent(let node): .lent(node: node.text, address: address, borrowerHasFront: hasFront(node))
      case .vacant: .vacant
      }
  }
}
