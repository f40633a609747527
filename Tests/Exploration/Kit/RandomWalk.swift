import CallControl

/// A random walk through a world, determined by its seed.
package struct RandomWalk {
  /// The stimuli so far that were possible.
  package private(set) var script: [Stimulus] = []
  /// The violations of the last step.
  package private(set) var violations: [Violation] = []
  package private(set) var run: Run

  private let world: World
  private var chance: SeededGenerator

  package init(_ world: World, seed: UInt64) {
    self.world = world
    chance = SeededGenerator(seed: seed)
    run = Run(world)
  }

  /// Takes `steps` steps, or stops at a violation; `visit` checks each state.
  package mutating func go(_ steps: Int, visit: (Run) -> [Violation] = { _ in [] }) {
    for _ in 0..<steps {
      guard let stimulus = next(), let step = run.apply(stimulus) else { continue }
      script.append(stimulus)
      violations = step.violations + (step.violations.isEmpty ? visit(run) : [])
      guard violations.isEmpty else { return }
    }
  }

  /// Checks that the line comes to rest with silent providers (V4).
  package mutating func rest() {
    for _ in 0..<1_000 where violations.isEmpty {
      guard let step = run.apply(.deadline) else {
        violations = run.monitor.atRest(run.line)
        return
      }
      script.append(.deadline)
      violations = step.violations
    }
    if violations.isEmpty { violations = [Violation("V4", "the line never comes to rest")] }
  }

  /// Returns a stimulus that mostly has an effect, so that a walk sees more than refusals.
  private mutating func next() -> Stimulus? {
    var variants: [Deed: [Stimulus]] = [:]
    for stimulus in world.stimuli(for: run) { variants[stimulus.kind, default: []].append(stimulus) }
    // Choose the deed first, so that a deed with many variants does not crowd out the rest.
    let deeds = Deed.allCases.filter { variants[$0] != nil }
    let sum = deeds.reduce(0) { $0 + $1.weight }
    guard sum > 0 else { return nil }
    var last: Stimulus?
    for _ in 0..<8 {
      var dice = Int.random(in: 0..<sum, using: &chance)
      let deed = deeds.first { deed in
        dice -= deed.weight
        return dice < 0
      }
      guard let stimulus = deed.flatMap({ variants[$0]?.randomElement(using: &chance) }) else { continue }
      last = stimulus
      // An emergency call ends all others, so it is rare.
      if stimulus.startsEmergency && Int.random(in: 0..<10, using: &chance) > 0 { continue }
      if Int.random(in: 0..<10, using: &chance) == 0 || comesToSomething(stimulus) { return stimulus }
    }
    return last
  }

  /// Returns true when a stimulus is neither refused nor ignored.
  private func comesToSomething(_ stimulus: Stimulus) -> Bool {
    var fork = run
    guard let step = fork.apply(stimulus) else { return false }
    return step.effects.contains { effect in
      switch effect {
      case .refused, .disregarded, .disregardedVerdict, .refuseIncoming, .changed: false
      default: true
      }
    }
  }
}
