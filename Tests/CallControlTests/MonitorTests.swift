import CallControl
import ExplorationKit
import Testing

/// The monitor detects a wrong line: each of its checks fails for falsified effects.
@Suite("Monitor")
struct MonitorTests {
  /// A falsification: the real effects, and the ones shown to the monitor.
  struct Lie: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: String
    var script: [Stimulus]
    var last: Stimulus
    var tell: @Sendable ([LineEffect]) -> [LineEffect]
  }

  private static let a = Desk.a
  private static let b = Desk.b
  private static let hold: Stimulus = .ask(.transaction([.setHeld(a, true)]), .user)
  private static let remoteEnd: Stimulus = .report(a, .ended(.remoteEnded, nil))
  private static let refused: Stimulus = .ask(.transaction([.setHeld(b, true)]), .user)

  private static func isLog(_ effect: LineEffect) -> Bool { if case .log = effect { true } else { false } }
  private static func isRefusal(_ effect: LineEffect) -> Bool { if case .refuseIncoming = effect { true } else { false } }
  private static func isSend(_ effect: LineEffect) -> Bool { if case .send = effect { true } else { false } }
  private static func isEnd(_ effect: LineEffect) -> Bool { if case .ended = effect { true } else { false } }
  private static func isEntered(_ effect: LineEffect) -> Bool { if case .entered = effect { true } else { false } }
  private static func isHeard(_ effect: LineEffect) -> Bool { if case .heard = effect { true } else { false } }
  private static func isChanged(_ effect: LineEffect) -> Bool { if case .changed = effect { true } else { false } }
  private static func isAudio(_ effect: LineEffect) -> Bool { if case .activateAudio = effect { true } else { false } }
  private static func isDone(_ effect: LineEffect) -> Bool { if case .done = effect { true } else { false } }
  private static func isPerformed(_ effect: LineEffect) -> Bool { if case .performed = effect { true } else { false } }
  private static func isTimeout(_ effect: LineEffect) -> Bool { if case .timedOut = effect { true } else { false } }

  private static func without(_ which: @escaping @Sendable (LineEffect) -> Bool) -> @Sendable ([LineEffect]) -> [LineEffect] {
    { effects in effects.filter { !which($0) } }
  }

  private static func twice(_ which: @escaping @Sendable (LineEffect) -> Bool) -> @Sendable ([LineEffect]) -> [LineEffect] {
    { effects in effects.flatMap { which($0) ? [$0, $0] : [$0] } }
  }

  static let lies: [Lie] = [
    Lie(testDescription: "a command is sent twice", rule: "V2", script: Desk.active(a), last: hold, tell: twice(isSend)),
    Lie(testDescription: "a command is not sent", rule: "V4", script: Desk.active(a), last: hold, tell: without(isSend)),
    Lie(
      testDescription: "a command goes to another provider", rule: "V2", script: Desk.active(a), last: hold,
      tell: { effects in
        effects.map { effect in if case .send(_, let command) = effect { .send("q", command) } else { effect } }
      }),
    Lie(
      testDescription: "a command goes to a provider that is gone", rule: "V2", script: Desk.active(a, at: "q") + [.crash("p")], last: hold,
      tell: { effects in
        effects.map { effect in if case .send(_, let command) = effect { .send("p", command) } else { effect } }
      }),
    Lie(testDescription: "an answer is obeyed twice", rule: "V2", script: [Desk.start(a)], last: .fulfil(a, .start), tell: twice(isHeard)),
    Lie(
      testDescription: "an answer is not journalled", rule: "P4", script: [Desk.start(a)], last: .fulfil(a, .start), tell: without(isHeard)),
    Lie(testDescription: "a deadline passes twice", rule: "V2", script: [Desk.start(a)], last: .deadline, tell: twice(isTimeout)),
    Lie(testDescription: "an ended call is not logged", rule: "V3", script: Desk.active(a), last: remoteEnd, tell: without(isLog)),
    Lie(testDescription: "an ended call is logged twice", rule: "V3", script: Desk.active(a), last: remoteEnd, tell: twice(isLog)),
    Lie(testDescription: "a call ends twice", rule: "V3", script: Desk.active(a), last: remoteEnd, tell: twice(isEnd)),
    Lie(testDescription: "a call vanishes", rule: "V3", script: Desk.active(a), last: remoteEnd, tell: without(isEnd)),
    Lie(
      testDescription: "a call comes back", rule: "V3", script: Desk.active(a), last: remoteEnd, tell: { $0 + [.entered(Desk.a, .active)] }),
    Lie(
      testDescription: "a state that cannot follow", rule: "States", script: Desk.active(a), last: hold,
      tell: { $0 + [.entered(Desk.a, .dialing)] }),
    Lie(testDescription: "a state is not told", rule: "V3", script: [Desk.start(a)], last: .fulfil(a, .start), tell: without(isEntered)),
    Lie(
      testDescription: "a change is not published", rule: "X4", script: [Desk.start(a)], last: .fulfil(a, .start), tell: without(isChanged)),
    Lie(testDescription: "audio is activated twice", rule: "U1", script: [Desk.start(a)], last: .fulfil(a, .start), tell: twice(isAudio)),
    Lie(testDescription: "audio is not activated", rule: "U1", script: [Desk.start(a)], last: .fulfil(a, .start), tell: without(isAudio)),
    Lie(testDescription: "a request is done twice", rule: "X4", script: [Desk.start(a)], last: .fulfil(a, .start), tell: twice(isDone)),
    Lie(
      testDescription: "a request is never done", rule: "V4", script: Desk.active(a) + [hold], last: .fulfil(a, .setHeld),
      tell: without(isDone)),
    Lie(
      testDescription: "an action has no result", rule: "X4", script: [Desk.start(a)], last: .fulfil(a, .start), tell: without(isPerformed)),
    Lie(
      testDescription: "a refused request rings somebody", rule: "V6", script: [.incoming("p", b, replaces: nil)], last: refused,
      tell: { $0 + [.changed(revision: 0)] }),
    Lie(
      testDescription: "an answer that is stale has an effect", rule: "P4", script: Desk.active(a),
      last: .answerAgain(a, .start, isFulfilled: true), tell: { $0 + [.resumeOffered(Desk.a)] }),
    Lie(
      testDescription: "a call rings that does not", rule: "I2", script: Desk.active(a), last: hold, tell: { $0 + [.tone(Desk.a, .ring)] }),
    Lie(
      testDescription: "a call that the judge silences has a tone", rule: "I9", script: [], last: .judged("p", b, .silences),
      tell: { $0 + [.tone(Desk.b, .ring)] }),
    Lie(
      testDescription: "a call that the judge blocks rings", rule: "I9", script: [], last: .judged("p", b, .blocks),
      tell: { $0.filter { !isLog($0) && !isRefusal($0) } + [.entered(Desk.b, .ringing)] }),
    Lie(
      testDescription: "do-not-disturb refuses a call that the judge lets through", rule: "I9", script: [.doNotDisturb(true)],
      last: .judged("p", b, .letsThrough), tell: { $0 + [.refuseIncoming("p", Desk.b, CallError(.filteredByDoNotDisturb), nil)] }),
  ]

  @Test("The monitor finds each fault", arguments: lies)
  func finds(lie: Lie) throws {
    var desk = Desk()
    desk.play(lie.script)
    var after = desk.run
    let applied = after.apply(lie.last)
    let step = try #require(applied)
    #expect(step.violations == [], "The truth is no violation.")

    var monitor = desk.run.monitor
    let told = lie.tell(step.effects)
    #expect(told != step.effects)
    let violations = monitor.observe(step.event, told, from: desk.run.line, to: after.line, at: after.now)
    #expect(violations.contains { $0.rule == lie.rule }, "\(violations)")
  }

  @Test("V6 the monitor finds that a refused request left a change behind")
  func findsTraces() throws {
    var desk = Desk()
    desk.play([.incoming("p", Self.b, replaces: nil)])
    var refused = desk.run
    let applied = refused.apply(Self.refused)
    let step = try #require(applied)
    var changed = desk.run
    _ = changed.apply(.report(Self.b, .ended(.remoteEnded, nil)))
    var monitor = desk.run.monitor
    let violations = monitor.observe(step.event, step.effects, from: desk.run.line, to: changed.line, at: .zero)
    #expect(violations.contains { $0.rule == "V6" })
  }

  @Test("V5 the monitor finds more groups than the limit")
  func findsCrowds() throws {
    // The line may have two groups; the monitor's policy allows one.
    var policy = LinePolicy()
    policy.maximumCallGroups = 2
    var line = Line(id: .main, policy: policy, roster: Desk().run.roster)
    policy.maximumCallGroups = 1
    var monitor = Monitor(policy: policy, roster: Desk().run.roster)
    var world = World(name: "two", providers: [LargeWorld.provider("p"), LargeWorld.provider("q")], features: [], roots: [], depth: 0)
    world.policy.maximumCallGroups = 2
    var run = Run(world)
    var found: [String] = []
    for stimulus in Desk.heldAndActive("p", "q") {
      let applied = run.apply(stimulus)
      let step = try #require(applied)
      let before = line
      _ = line.receive(step.event, at: .zero)
      found += monitor.observe(step.event, step.effects, from: before, to: line, at: .zero).map(\.rule)
    }
    #expect(found.contains("V5"))
  }
}
