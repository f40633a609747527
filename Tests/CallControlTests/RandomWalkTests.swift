import CallControl
import ExplorationKit
import Foundation
import Testing

/// The invariants on large worlds, in random walks.
///
/// A failure prints its seed and the shortest list of stimuli that still fails; `HOOKSWITCH_SEED=n` runs that seed alone.
@Suite("Random walks")
struct RandomWalkTests {
  static let steps = 150

  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["HOOKSWITCH_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let walks = environment["HOOKSWITCH_WALKS"].flatMap { UInt64($0) } ?? 12
    return (1...max(1, walks)).map { $0 * 7919 }
  }()

  @Test("V1–V6 hold on every walk, and with silent providers every line comes to rest (V4)", arguments: LargeWorld.ways, seeds)
  func invariantsHold(way: String, seed: UInt64) {
    let world = LargeWorld.world(way)
    var walk = RandomWalk(world, seed: seed)
    walk.go(Self.steps)
    walk.rest()
    guard let violation = walk.violations.first else { return }
    let shortest = Shrinker.shrink(walk.script) { Shrinker.violates(violation, $0, in: world) }
    Issue.record("HOOKSWITCH_SEED=\(seed), world \(way): \(violation)\n\(Transcript(of: shortest, in: world))")
  }

  @Test("I4 a snapshot's choices for Answer equal the results of answering", arguments: LargeWorld.ways, seeds)
  func choicesAreTrue(way: String, seed: UInt64) {
    let world = LargeWorld.world(way)
    var walk = RandomWalk(world, seed: seed &+ 1)
    walk.go(Self.steps) { run in Self.falseChoices(run) }
    guard let violation = walk.violations.first(where: { $0.rule == "I4" }) else { return }
    let shortest = Shrinker.shrink(walk.script) { script in
      var run = Run(world)
      for stimulus in script { _ = run.apply(stimulus) }
      return !Self.falseChoices(run).isEmpty
    }
    Issue.record("HOOKSWITCH_SEED=\(seed), world \(way): \(violation)\n\(Transcript(of: shortest, in: world))")
  }

  private static func falseChoices(_ run: Run) -> [Violation] {
    var violations: [Violation] = []
    for call in run.line.snapshot.calls where call.state == .ringing {
      for choice in AnswerChoice.allCases {
        guard let told = call.answerChoices[choice] else {
          violations.append(Violation("I4", "\(choice.rawValue) is not told of"))
          continue
        }
        var fork = run
        let step = fork.apply(.ask(.transaction([.answer(call.uuid, choice)]), .user))
        var refusal: CallError?
        for case .refused(_, _, let error) in step?.effects ?? [] { refusal = error }
        if refusal?.code != told?.code {
          violations.append(
            Violation(
              "I4", "\(choice.rawValue) is told as \(told?.code.rawValue ?? "allowed"), and gets \(refusal?.code.rawValue ?? "accepted")"))
        }
      }
    }
    return violations
  }

  @Test("V7 events on one line do not affect another", arguments: seeds.prefix(4))
  func linesAreApart(seed: UInt64) {
    let world = LargeWorld.world("usual")
    let scripts = (0..<3).map { place in
      var walk = RandomWalk(world, seed: seed &+ UInt64(place))
      walk.go(60)
      return walk.script
    }
    var together = scripts.map { _ in (run: Run(world), effects: [[LineEffect]]()) }
    for step in 0..<(scripts.map(\.count).max() ?? 0) {
      for place in scripts.indices where step < scripts[place].count {
        if let done = together[place].run.apply(scripts[place][step]) { together[place].effects.append(done.effects) }
      }
    }
    for place in scripts.indices {
      var alone = Run(world)
      #expect(scripts[place].compactMap { alone.apply($0)?.effects } == together[place].effects)
    }
  }

  @Test("The same events give the same effects, and a journal replays exactly", arguments: seeds.prefix(6))
  func journalsReplay(seed: UInt64) throws {
    let world = LargeWorld.world("usual")
    var walk = RandomWalk(world, seed: seed)
    walk.go(100)
    func journal() -> [JournalRecord] {
      var run = Run(world)
      var records = [JournalRecord(time: .zero, .opened(.main, world.policy, world.roster))]
      for stimulus in walk.script {
        guard let step = run.apply(stimulus) else { continue }
        records.append(JournalRecord(time: run.now, .received(.main, step.event, step.effects)))
      }
      return records
    }
    let records = journal()
    #expect(records == journal())

    let data = try JSONEncoder().encode(records)
    var replay = JournalReplay()
    for record in try JSONDecoder().decode([JournalRecord].self, from: data) { try replay.run(record) }
    #expect(replay.events == records.count - 1)

    // The replay finds a missing effect, at its place in the journal.
    var forged = records
    let place = try #require(records.lastIndex { if case .received(_, _, let effects) = $0.body { !effects.isEmpty } else { false } })
    guard case .received(let line, let event, let effects) = records[place].body else { return }
    forged[place] = JournalRecord(time: records[place].time, .received(line, event, Array(effects.dropLast())))
    #expect(throws: JournalReplay.Difference.self) {
      var replay = JournalReplay()
      for record in forged { try replay.run(record) }
    }
  }
}
