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

  /// Mostly what gets calls on, so that a walk sees more than beginnings.
  private mutating func next() -> Stimulus? {
    let all = world.stimuli(for: run)
    let dice = Int.random(in: 0..<100, using: &chance)
    let wanted = all.filter { stimulus in
      switch stimulus.kind {
      case .fulfilment: dice < 40
      case .report: dice < 50
      case .start, .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF, .transfer, .transaction, .endGroup, .swap, .merge,
        .continueDTMF,
        .decision, .incoming:
        (50..<80).contains(dice)
      case .crash, .reset, .invalidation: dice >= 98
      case .replacing, .verdict, .doNotDisturb, .limit, .failure, .silence, .staleAnswer, .strangersAnswer, .remoteEnd, .networkHold,
        .farTransfer, .strangersReport, .readiness:
        (80..<98).contains(dice)
      }
    }
    // By kind first, so that what has many variants does not crowd out the rest.
    let kinds = Set(wanted.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
    guard let kind = kinds.randomElement(using: &chance) else { return all.randomElement(using: &chance) }
    return wanted.filter { $0.kind == kind }.randomElement(using: &chance)
  }
}
