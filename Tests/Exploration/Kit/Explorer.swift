import CallControl

/// Visits every state that is reachable from a world's roots, level by level, so that the first counterexample is a shortest one.
package struct Explorer {
  /// The results of an exploration.
  package struct Summary: Sendable {
    package var world: String
    package var states = 0
    package var transitions = 0
    /// The depth, in stimuli beyond the roots, to which every combination was tried.
    package var depth = 0
    /// True when no new state is left.
    package var isComplete = false
    /// The count of each kind of deed or fault.
    package var deeds: [Deed: Int] = [:]
    package var counterexamples: [Counterexample] = []
  }

  /// A violation, and the shortest script found that leads to it.
  package struct Counterexample: Sendable {
    package var violation: Violation
    package var script: [Stimulus]
  }

  private struct Node {
    var run: Run
    var place: Int32
  }

  private struct Trace {
    var parent: Int32
    var stimulus: Stimulus
  }

  private let world: World
  private let isTimeUp: () -> Bool
  private let progress: (String) -> Void
  private var seen: Set<Int> = []
  private var traces: [Trace] = []
  /// The parents of the first traces are negative: they name the root.
  private var summary: Summary
  private var deeds = Array(repeating: 0, count: Deed.allCases.count)

  package init(_ world: World, isTimeUp: @escaping () -> Bool, progress: @escaping (String) -> Void) {
    self.world = world
    self.isTimeUp = isTimeUp
    self.progress = progress
    summary = Summary(world: world.name)
  }

  /// Explores to `depth`, or until the time is up.
  package mutating func explore(to depth: Int) -> Summary {
    var frontier: [Node] = []
    for place in world.roots.indices {
      if let node = root(place) { frontier.append(node) }
    }
    for level in 1...max(1, depth) {
      var next: [Node] = []
      for node in frontier {
        if isTimeUp() { return finish(isComplete: false) }
        expand(node, into: &next)
      }
      summary.depth = level
      progress("\(world.name): depth \(level), \(seen.count) states, \(summary.transitions) transitions, \(next.count) new")
      frontier = next
      if frontier.isEmpty { return finish(isComplete: true) }
    }
    return finish(isComplete: false)
  }

  private mutating func finish(isComplete: Bool) -> Summary {
    summary.states = seen.count
    for deed in Deed.allCases { summary.deeds[deed] = deeds[deed.rawValue] }
    summary.isComplete = isComplete
    return summary
  }

  private mutating func root(_ place: Int) -> Node? {
    var run = Run(world)
    var script: [Stimulus] = []
    for stimulus in world.roots[place].script {
      script.append(stimulus)
      guard let step = run.apply(stimulus) else {
        note([Violation("World", "the script of \(world.roots[place].name) makes no sense")], script)
        return nil
      }
      if !step.violations.isEmpty {
        note(step.violations, script)
        return nil
      }
    }
    guard seen.insert(run.fingerprint).inserted else { return nil }
    return Node(run: run, place: -1 - Int32(place))
  }

  private mutating func expand(_ node: Node, into next: inout [Node]) {
    let stimuli = world.stimuli(for: node.run)
    for stimulus in stimuli {
      var run = node.run
      guard let step = run.apply(stimulus) else { continue }
      summary.transitions += 1
      deeds[stimulus.kind.rawValue] += 1
      if !step.violations.isEmpty {
        note(step.violations, script(to: node.place) + [stimulus])
        // The monitor's records stay wrong after a violation, except after X4, which concerns only answers and snapshots.
        guard step.violations.allSatisfy({ $0.rule == "X4" }) else { continue }
      }
      guard seen.insert(run.fingerprint).inserted else { continue }
      traces.append(Trace(parent: node.place, stimulus: stimulus))
      let place = Int32(traces.count - 1)
      next.append(Node(run: run, place: place))
      checkRest(of: run, at: place)
    }
  }

  /// V4: with silent providers every request completes and the line comes to rest.
  private mutating func checkRest(of start: Run, at place: Int32) {
    var run = start
    var script: [Stimulus] = []
    for _ in 0..<200 {
      guard let step = run.apply(.deadline) else {
        let violations = run.monitor.atRest(run.line)
        if !violations.isEmpty { note(violations, self.script(to: place) + script) }
        return
      }
      script.append(.deadline)
      // A known state is checked from there; a violation of the step itself too.
      if !step.violations.isEmpty || seen.contains(run.fingerprint) { return }
    }
    note([Violation("V4", "the line never comes to rest")], self.script(to: place) + script)
  }

  private func script(to place: Int32) -> [Stimulus] {
    var script: [Stimulus] = []
    var place = place
    while place >= 0 {
      script.append(traces[Int(place)].stimulus)
      place = traces[Int(place)].parent
    }
    return world.roots[Int(-1 - place)].script + script.reversed()
  }

  private mutating func note(_ violations: [Violation], _ script: [Stimulus]) {
    for violation in violations where !summary.counterexamples.contains(where: { $0.violation == violation }) {
      summary.counterexamples.append(Counterexample(violation: violation, script: script))
      progress("\(world.name): \(violation)\n" + Transcript(of: script, in: world).description)
    }
  }
}
