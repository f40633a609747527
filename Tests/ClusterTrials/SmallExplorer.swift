import ClusterControl

/// Visits the states of a small world level by level, so that the first violation has a shortest script.
package struct SmallExplorer {
  /// The results.
  package struct Summary: Sendable {
    /// The number of different states.
    package var states = 0
    /// The number of steps tried.
    package var steps = 0
    /// The length of the scripts up to which every one was tried.
    package var depth = 0
    /// True when no new state is left before the world's end of time.
    package var isComplete = false
    /// The violation, with its script.
    package var violation: String?
    /// The states in which a node other than the first may add a call: an exploration without them shows nothing.
    package var takenOver = 0
  }

  private let isTimeUp: () -> Bool

  /// Creates an explorer.
  package init(isTimeUp: @escaping () -> Bool = { false }) {
    self.isTimeUp = isTimeUp
  }

  /// Explores from roots until a violation, the limit, or the end.
  package func explore(_ roots: [SmallWorld], limit: Int) -> Summary {
    var summary = Summary()
    var seen = Set(roots.map(\.fingerprint))
    var traces: [(parent: Int, step: TrialStep)] = []
    var frontier: [(world: SmallWorld, trace: Int)] = roots.map { ($0, -1) }
    summary.violation = roots.lazy.compactMap(\.violation).first
    if summary.violation != nil { return summary }
    while !frontier.isEmpty {
      var next: [(world: SmallWorld, trace: Int)] = []
      for (world, trace) in frontier {
        if seen.count >= limit || isTimeUp() {
          summary.states = seen.count
          return summary
        }
        for step in world.steps() {
          var after = world
          after.take(step)
          after.dropStale()
          summary.steps += 1
          guard seen.insert(after.fingerprint).inserted else { continue }
          traces.append((trace, step))
          if after.nodes.indices.dropFirst().contains(where: { after.allows(SmallWorld.idleLine, $0) }) { summary.takenOver += 1 }
          if let violation = after.violation {
            summary.states = seen.count
            summary.violation = violation + "\n" + script(traces, traces.count - 1).map { "  \($0)" }.joined(separator: "\n")
            return summary
          }
          next.append((after, traces.count - 1))
        }
      }
      summary.depth += 1
      frontier = next
    }
    summary.states = seen.count
    summary.isComplete = true
    return summary
  }

  private func script(_ traces: [(parent: Int, step: TrialStep)], _ last: Int) -> [TrialStep] {
    var steps: [TrialStep] = []
    var place = last
    while place >= 0 {
      steps.append(traces[place].step)
      place = traces[place].parent
    }
    return steps.reversed()
  }
}
