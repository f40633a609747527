import CallControl

/// Shortens a failing list of stimuli while it still fails (delta debugging).
package enum Shrinker {
  /// Returns the shortest list found that still fails; without any single one of its stimuli it would pass.
  package static func shrink(_ script: [Stimulus], fails: ([Stimulus]) -> Bool) -> [Stimulus] {
    var best = script
    var size = max(1, best.count / 2)
    while true {
      var isShorter = false
      var start = 0
      while start < best.count {
        var candidate = best
        candidate.removeSubrange(start..<min(start + size, best.count))
        if fails(candidate) {
          best = candidate
          isShorter = true
        } else {
          start += size
        }
      }
      if size > 1 {
        size /= 2
      } else if !isShorter {
        return best
      }
    }
  }

  /// Returns true when a script violates the same rule in a world, before any other.
  package static func violates(_ violation: Violation, _ script: [Stimulus], in world: World) -> Bool {
    var run = Run(world)
    for stimulus in script {
      guard let step = run.apply(stimulus) else { continue }
      if !step.violations.isEmpty { return step.violations.contains(violation) }
    }
    return run.line.nextDeadline == nil && run.monitor.atRest(run.line).contains(violation)
  }
}
