package import CallControl
internal import ClusterControl
internal import HookswitchCore

/// The gate of a node as the host asks it.
package struct GateStandings: LineStandingSource {
  private let gate: ClusterGate
  private let lineBecameIdle: @Sendable (String) -> Void

  /// Creates a source.
  ///
  /// - Parameter lineBecameIdle: called after a line became idle that the node may have to act on; it gives the node `busyChanged` on
  ///   its lane.
  package init(_ gate: ClusterGate, lineBecameIdle: @escaping @Sendable (String) -> Void) {
    self.gate = gate
    self.lineBecameIdle = lineBecameIdle
  }

  package func standing(of line: String, for addition: LineAddition) -> LineStanding {
    let (standing, address) = gate.place(of: line, for: AddingAct(addition))
    return LineStanding(standing, address: address)
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
  init(_ standing: ClusterStanding, address: String?) {
    self =
      switch standing {
      case .mine: .mine
      case .borrowed: .borrowed
      case .cutOff: .cutOff
      case .draining: .draining
      case .elsewhere(let node): .elsewhere(node: node.text, address: address)
      case .lent(let node): .lent(node: node.text, address: address)
      case .vacant: .vacant
      }
  }
}
