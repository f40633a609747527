import CallControl
import ExplorationKit
import Testing

/// Every state of a call with every report, answer and request: each gets an answer, none traps, and the invariants hold.
@Suite("Cross product")
struct CrossProductTests {
  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [Stimulus]
    var screeners: [ScreenerID] = []
  }

  private static let a = Desk.a

  static let situations: [Situation] = [
    Situation(testDescription: "unknown", script: []),
    Situation(testDescription: "requested", script: [Desk.start(a)]),
    Situation(testDescription: "waiting aside", script: [.ready("p", false), Desk.start(a)]),
    Situation(testDescription: "dialing", script: [Desk.start(a), .fulfil(a, .start)]),
    Situation(testDescription: "connecting", script: [Desk.start(a), .fulfil(a, .start), .report(a, .startedConnecting)]),
    Situation(testDescription: "active", script: Desk.active(a)),
    Situation(testDescription: "being held", script: Desk.active(a) + [.ask(.transaction([.setHeld(a, true)]), .user)]),
    Situation(testDescription: "held", script: Desk.active(a) + [.ask(.transaction([.setHeld(a, true)]), .user), .fulfil(a, .setHeld)]),
    Situation(testDescription: "held for another", script: Desk.heldAndActive("p", "q")),
    Situation(testDescription: "mixed", script: Desk.heldAndActive("p", "q") + [.ask(.merge([a, Desk.b]), .user), .fulfil(a, .setHeld)]),
    Situation(
      testDescription: "bridged",
      script: Desk.heldAndActive() + [.ask(.merge([a, Desk.b]), .user), .fulfil(a, .setHeld), .fulfil(a, .setGroup)]),
    Situation(
      testDescription: "being transferred",
      script: Desk.active(a) + [.ask(.transaction([.transfer(a, .handle(Desk.handle))]), .user), .fulfil(a, .setHeld)]),
    Situation(testDescription: "ending", script: Desk.active(a) + [.ask(.transaction([.end(a)]), .user)]),
    Situation(testDescription: "ended", script: Desk.active(a) + [.report(a, .ended(.remoteEnded, nil))]),
    Situation(testDescription: "screening", script: [.incoming("p", a, replaces: nil)], screeners: ["s"]),
    Situation(testDescription: "ringing", script: [.incoming("p", a, replaces: nil)]),
    Situation(
      testDescription: "answering", script: [.incoming("p", a, replaces: nil), .ask(.transaction([.answer(a, .automatic)]), .user)]),
    Situation(testDescription: "emergency", script: Desk.active(a, to: "112")),
    Situation(testDescription: "its provider is lost", script: Desk.active(a) + [.crash("p")]),
    Situation(testDescription: "its provider is retired", script: Desk.active(a) + [.invalidate("p")]),
    Situation(
      testDescription: "asked to be transferred", script: Desk.active(a) + [.report(a, .transferRequested(Desk.handle, as: .named(7)))]),
    Situation(
      testDescription: "waiting for a word",
      script: Desk.active(a) + [.ask(.transaction([.playDTMF(a, "1;2")]), .user), .fulfil(a, .playDTMF)]),
  ]

  static let stimuli: [Stimulus] = {
    let other = Desk.b
    var stimuli: [Stimulus] = [.deadline, .doNotDisturb(true), .limitGroups(0), .limitGroups(1)]
    for kind in CallOperation.Kind.allCases {
      stimuli += [
        .fulfil(a, kind), .fail(a, kind), .answerForAnother(a, kind), .answerAgain(a, kind, isFulfilled: true),
        .answerAgain(a, kind, isFulfilled: false),
      ]
    }
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .generic, value: "")
    update.localizedCallerName = ""
    update.supportsHolding = false
    let reports: [CallReport] =
      [
        .startedConnecting, .earlyMedia, .connected, .held, .resumed, .remotelyHeld, .remotelyResumed, .updated(update),
        .transferProgress(nil),
        .transferRequested(Desk.handle, as: .named(8)), .dtmf("1"),
      ] + EndReason.allCases.map { .ended($0, nil) }
    for report in reports { stimuli += [.report(a, report), .reportForAnother(a, report)] }
    var actions: [RequestedAction] = [
      .start(a, provider: "p", StartDetails(handle: Desk.handle)), .start(.named(9), provider: "q", StartDetails(handle: Desk.handle)),
      .start(.named(9), provider: "q", StartDetails(handle: Handle(type: .phoneNumber, value: "112"))), .end(a), .setHeld(a, true),
      .setHeld(a, false), .setMuted(a, true), .setMuted(a, false), .setGroup(a, with: nil), .setGroup(a, with: a),
      .setGroup(a, with: other),
      .setGroup(other, with: a), .playDTMF(a, "1"), .playDTMF(a, "1;2"), .transfer(a, .handle(Desk.handle)), .transfer(a, .call(other)),
      .transfer(a, .call(a)),
    ]
    for choice in AnswerChoice.allCases { actions.append(.answer(a, choice)) }
    for action in actions {
      for origin in [Origin.user, .client] { stimuli.append(.ask(.transaction([action]), origin)) }
      stimuli.append(.ask(.transaction([action, action]), .user))
    }
    stimuli += [
      .ask(.transaction([]), .user), .ask(.endGroup(a), .user), .ask(.swap, .user), .ask(.merge([]), .user), .ask(.merge([a]), .user),
      .ask(.merge([a, a]), .user), .ask(.merge([a, other]), .user), .ask(.continueDTMF(a), .user), .ask(.acceptTransfer(a), .user),
      .ask(.refuseTransfer(a), .user),
    ]
    for provider in ["p", "q"] as [ProviderID] {
      stimuli += [
        .incoming(provider, a, replaces: nil), .incoming(provider, .named(9), replaces: nil), .incoming(provider, .named(9), replaces: a),
        .crash(provider), .reset(provider), .invalidate(provider), .ready(provider, true), .ready(provider, false),
      ]
    }
    for verdict in ScreenVerdict.allCases { stimuli.append(.screened("s", a, verdict)) }
    return stimuli
  }()

  @Test("Each state takes each report, request and deadline, and comes to rest with silent providers", arguments: situations)
  func answers(situation: Situation) {
    var policy = LinePolicy()
    policy.screeners = situation.screeners
    var start = Desk(policy: policy)
    start.play(situation.script)
    var world = World(name: "desk", providers: [LargeWorld.provider("p"), LargeWorld.provider("q")], features: [], roots: [], depth: 0)
    world.policy = policy
    for stimulus in Self.stimuli {
      var run = start.run
      guard let step = run.apply(stimulus) else { continue }
      var violations = step.violations
      for _ in 0..<200 where violations.isEmpty {
        guard let step = run.apply(.deadline) else { break }
        violations = step.violations
      }
      if violations.isEmpty { violations = run.line.nextDeadline == nil ? run.monitor.atRest(run.line) : [Violation("V4", "no rest")] }
      #expect(violations == [], "\(Transcript(of: situation.script + [stimulus], in: world))")
    }
  }
}
