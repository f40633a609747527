import CallControl
import ExplorationKit
import Testing

/// When several rules refuse a request, the error is that of the first rule in the rules' order.
@Suite("Order of judgement")
struct JudgementTests {
  struct Obstacles: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [Stimulus]
    var providers: [Roster.Entry] = [LargeWorld.provider("p"), LargeWorld.provider("q")]
    var ringing = 1
    var groups = 2
    var call = CallID.named(9)
    var value = "5550100"
    var kind = Handle.Kind.phoneNumber
    var provider: ProviderID = "p"
    var expected: CallError.Code?
  }

  private static let deaf = [LargeWorld.provider("p") { $0.capabilities.remove(.holding) }, LargeWorld.provider("q")]
  private static let picky = [LargeWorld.provider("p") { $0.supportedHandleTypes = [.sipURI] }]
  private static let emergency = Desk.active(Desk.a, to: "112")
  private static let answering: [Stimulus] = [
    .incoming("p", Desk.a, replaces: nil), .incoming("p", Desk.b, replaces: nil),
    .ask(.transaction([.answer(Desk.a, .automatic)]), .user),
  ]
  private static let ring: Stimulus = .incoming("q", Desk.b, replaces: nil)

  static let starts: [Obstacles] = [
    Obstacles(testDescription: "nothing in the way", script: [], expected: nil),
    Obstacles(
      testDescription: "S7 the UUID before the emergency", script: emergency, call: Desk.a, expected: .callUUIDAlreadyExists),
    Obstacles(
      testDescription: "S7 the UUID before the handle", script: [.incoming("p", Desk.a, replaces: nil)], providers: picky, call: Desk.a,
      expected: .callUUIDAlreadyExists),
    Obstacles(
      testDescription: "S7 an unknown provider before the emergency", script: emergency, provider: "x", expected: .unknownCallProvider),
    Obstacles(
      testDescription: "S7 the handle before the ringing call", script: [.incoming("p", Desk.a, replaces: nil)], providers: picky,
      expected: .unsupportedHandle),
    Obstacles(testDescription: "Y3 before S3", script: emergency, expected: .emergencyInProgress),
    Obstacles(testDescription: "Y3 an emergency too", script: emergency, value: "911", expected: .emergencyInProgress),
    Obstacles(
      testDescription: "S4 an outgoing call before S5", script: [Desk.start(Desk.a), .fulfil(Desk.a, .start), ring],
      expected: .outgoingCallInProgress),
    Obstacles(
      testDescription: "S4 an outgoing call before S6", script: [Desk.start(Desk.a)], groups: 1, expected: .outgoingCallInProgress),
    Obstacles(testDescription: "S4 an answer before S5", script: answering, ringing: 2, expected: .answerInProgress),
    Obstacles(
      testDescription: "S5 before S3", script: Desk.active(Desk.a) + [ring], providers: deaf, expected: .ringingCallPresent),
    Obstacles(testDescription: "S5 before S6", script: Desk.active(Desk.a) + [ring], groups: 1, expected: .ringingCallPresent),
    Obstacles(testDescription: "S3 before S6", script: Desk.active(Desk.a), providers: deaf, groups: 1, expected: .cannotHold),
    Obstacles(testDescription: "S6 alone", script: Desk.active(Desk.a), groups: 1, expected: .maximumCallGroupsReached),
  ]

  @Test("Starting: S7, Y3, S4, S5, S3, S6", arguments: starts)
  func start(obstacles: Obstacles) {
    var policy = LinePolicy()
    policy.maximumRingingCalls = obstacles.ringing
    policy.maximumCallGroups = obstacles.groups
    var desk = Desk(policy: policy, providers: obstacles.providers)
    desk.play(obstacles.script)
    let handle = Handle(type: obstacles.kind, value: obstacles.value)
    desk.ask(.start(obstacles.call, provider: obstacles.provider, StartDetails(handle: handle)))
    #expect(desk.refusal == obstacles.expected)
  }

  // MARK: I1

  /// Tests every set of the five obstacles: the first one present is reported.
  @Test("I1 an incoming call is checked in order: UUID, emergency, block list, do-not-disturb, ringing limit", arguments: 0..<32)
  func incoming(obstacles: Int) {
    func has(_ bit: Int) -> Bool { obstacles & (1 << bit) != 0 }
    let order: [CallError.Code] = [
      .callUUIDAlreadyExists, .emergencyInProgress, .filteredByBlockList, .filteredByDoNotDisturb, .maximumRingingCallsReached,
    ]
    var policy = LinePolicy()
    if has(4) { policy.maximumRingingCalls = 0 }
    var line = Line(id: .main, policy: policy, roster: Desk().run.roster)
    if has(1) {
      let start = RequestedAction.start(Desk.b, provider: "p", StartDetails(handle: Handle(type: .phoneNumber, value: "112")))
      _ = line.receive(
        .request(CallRequest(id: RequestID(rawValue: 1), origin: .user, body: .transaction([start])), RequestFacts()), at: .zero)
    }
    if has(3) { _ = line.receive(.doNotDisturb(true), at: .zero) }
    var facts = IncomingFacts()
    facts.isTaken = has(0)
    facts.isBlocked = has(2)

    let effects = line.receive(.incoming("p", IncomingCall(call: Desk.a), facts), at: .zero)

    var told: CallError.Code?
    for case .refuseIncoming(_, Desk.a, let error, _) in effects { told = error.code }
    #expect(told == order.indices.first(where: has).map { order[$0] })
    #expect((told == nil) == (line.snapshot[Desk.a] != nil))
  }

  // MARK: R1

  /// Tests every set of obstacles that one call can have at once.
  @Test("R1 a transfer is checked in order: emergency, flags, handle, hold", arguments: 0..<16)
  func transfer(obstacles: Int) {
    func has(_ bit: Int) -> Bool { obstacles & (1 << bit) != 0 }
    let order: [CallError.Code] = [.emergencyInProgress, .transferUnsupported, .unsupportedHandle, .cannotHold]
    let provider = LargeWorld.provider("p") {
      if has(1) { $0.capabilities.remove(.transfer) }
      if has(3) { $0.capabilities.remove(.holding) }
      $0.supportedHandleTypes = [.phoneNumber]
    }
    var desk = Desk(providers: [provider])
    desk.play(Desk.active(Desk.a, to: has(0) ? "112" : "5550100"))
    let target = Handle(type: has(2) ? .sipURI : .phoneNumber, value: "x")
    desk.ask(.transfer(Desk.a, .handle(target)))
    #expect(desk.refusal == order.indices.first(where: has).map { order[$0] })
  }

  @Test("R1 not connected, in a group, or already under way comes first", arguments: 0..<3)
  func transferOfWhatCannotBe(way: Int) {
    let scripts: [[Stimulus]] = [
      [Desk.start(Desk.a), .fulfil(Desk.a, .start)],
      Desk.heldAndActive() + [.ask(.merge([Desk.a, Desk.b]), .user), .fulfil(Desk.a, .setHeld), .fulfil(Desk.a, .setGroup)],
      Desk.active(Desk.a) + [.ask(.transaction([.transfer(Desk.a, .handle(Desk.handle))]), .user), .fulfil(Desk.a, .setHeld)],
    ]
    var desk = Desk()
    desk.play(scripts[way])
    desk.ask(.transfer(Desk.a, .handle(Handle(type: .emailAddress, value: "a@b"))))
    #expect(desk.refusal == .invalidAction)
  }
}
