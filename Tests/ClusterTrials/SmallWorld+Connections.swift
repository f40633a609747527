internal import ClusterControl

// The connections of the nodes to the engine.
extension SmallWorld {
  /// A node's way to the engine.
  package enum Reach: Hashable, Sendable {
    /// No connection.
    case none
    /// Writes and their answers pass, and no change comes yet.
    case writes
    /// All passes.
    case whole
  }

  /// Ends a node's connection: what it has sent may still arrive, and a write's answer comes once it is sent again.
  mutating func lose(_ place: Int) {
    losses -= 1
    reach[place] = .none
    messages.removeAll { message in
      switch message {
      case .write: false
      case .read(let from, _): from == place
      case .event(let to, let event): to == place && !Self.isAnswer(event)
      }
    }
    handle(.disconnected, at: place)
  }

  static func isAnswer(_ event: ClusterEvent) -> Bool {
    switch event {
    case .written, .writeLost: true
    default: false
    }
  }

  /// Returns true for a message that may arrive now: a node without a connection gets none.
  func passes(_ message: TrialMessage) -> Bool {
    guard case .event(let to, _) = message else { return true }
    return reach[to] != .none
  }
}
