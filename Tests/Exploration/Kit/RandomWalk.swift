import CallControl

/// A walk through a world by chance: one seed, one walk.
package struct RandomWalk {
  /// What was done, each stimulus of which made sense.
  package private(set) var script: [Stimulus] = []
  /// What went wrong in the last step; empty: nothing.
  package private(set) var violations: [Violation] = []
  package private(set) var run: Run

  private let world: World
  private var chance: SeededGenerator

  package init(_ world: World, seed: UInt64) {
    self.world = world
    chance = SeededGenerator(seed: seed)
    run = Run(world)
  }

  /// Goes on until `steps` were taken or something went wrong; `visit` sees each state.
  package mutating func go(_ steps: Int, visit: (Run) -> [Violation] = { _ in [] }) {
    for _ in 0..<steps {
      guard let stimulus = next(), let step = run.apply(stimulus) else { continue }
      script.append(stimulus)
      violations = step.violations + (step.violations.isEmpty ? visit(run) : [])
      guard violations.isEmpty else { return }
    }
  }

  /// With providers silent from now on the line must come to rest (V4).
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

  /// Mostly something that comes to something, so that a walk sees more than refusals.
  private mutating func next() -> Stimulus? {
    var variants: [Deed: [Stimulus]] = [:]
    for stimulus in world.stimuli(for: run) { variants[stimulus.kind, default: []].append(stimulus) }
    // By deed first, so that what has many variants does not crowd out the rest.
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
      // Emergencies end everything else.
      if stimulus.startsEmergency && Int.random(in: 0..<10, using: &chance) > 0 { continue }
      if Int.random(in: 0..<10, using: &chance) == 0 || comesToSomething(stimulus) { return stimulus }
    }
    return last
  }

  /// Whether a stimulus is neither refused nor ignored.
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
