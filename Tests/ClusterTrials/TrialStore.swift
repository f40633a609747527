package import ClusterControl

/// The engine of the trials: both buckets with one sequence, compare-and-swap, and the memory of message ids.
package struct TrialStore: Hashable, Sendable {
  /// The keys with their values.
  package private(set) var map = ClusterMap()
  private var sequence: UInt64 = 0
  private var stored: [WriteID: UInt64] = [:]

  /// Creates an empty store.
  package init() {}

  /// Carries a write out: the answer for its writer, and the change for everyone.
  package mutating func apply(_ write: ClusterWrite) -> (answer: ClusterEvent, change: ClusterEvent?) {
    if let revision = stored[write.id] { return (.written(write.id, revision: revision), nil) }
    if let expected = write.expected, expected != revision(of: write.value) { return (.writeLost(write.id), nil) }
    sequence += 1
    stored[write.id] = sequence
    switch write.value {
    case .node(let name, let record):
      map.nodes[name] = Revised(record, revision: sequence)
      return (.written(write.id, revision: sequence), .nodeChanged(name, record, revision: sequence))
    case .slot(let slot, let record):
      map.slots[slot] = Revised(record, revision: sequence)
      return (.written(write.id, revision: sequence), .slotChanged(slot, record, revision: sequence))
    case .layout(let layout):
      map.layout = Revised(layout, revision: sequence)
      return (.written(write.id, revision: sequence), .layoutChanged(layout, revision: sequence))
    }
  }

  /// Loses all data, as an engine whose disk was lost.
  package mutating func loseAll() {
    self = TrialStore()
  }

  private func revision(of value: ClusterWrite.Value) -> UInt64 {
    switch value {
    case .node(let name, _): map.nodes[name]?.revision ?? 0
    case .slot(let slot, _): map.slots[slot]?.revision ?? 0
    case .layout: map.layout?.revision ?? 0
    }
  }
}
