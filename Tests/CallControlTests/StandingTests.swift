import CallControl
import ExplorationKit
import Testing

@Suite("Lines in a cluster of hosts")
struct StandingTests {
  static let away = LineStanding.elsewhere(node: "b", address: "sip:192.0.2.2")
  static let free = LineStanding.elsewhere(node: "b", address: nil, ownerHasFront: false)
  private static let ringing: Stimulus = .incoming("p", Desk.a, replaces: nil)
  private static let answer: Stimulus = .ask(.transaction([.answer(Desk.a, .automatic)]), .user)

  @Test(
    "A Start is refused by the line's standing, but for an emergency where no other host makes it (K5, K7, K14)",
    arguments: [
      (LineStanding.mine, nil, nil), (.borrowed, nil, nil), (.cutOff, CallError.Code.nodeCutOff, nil), (.draining, .nodeDraining, nil),
      (.vacant, .lineElsewhere, nil), (away, .lineElsewhere, CallError.Code.lineElsewhere),
      (.lent(node: "b", address: nil), .lineElsewhere, .lineElsewhere),
    ])
  func starts(_ standing: LineStanding, _ refusal: CallError.Code?, _ emergency: CallError.Code?) {
    var desk = Desk()
    desk.play([.standing(standing), Desk.start(Desk.a)])
    #expect(desk.refusal == refusal && desk.sent.isEmpty == (refusal != nil))
    var other = Desk()
    other.play([.standing(standing), Desk.start(Desk.a, to: "112")])
    #expect(other.refusal == emergency && other.sent.isEmpty == (emergency != nil))
  }

  @Test("The refusal says which host has the line, and at which address (K5)")
  func details() {
    var desk = Desk()
    desk.play([.standing(Self.away), Desk.start(Desk.a)])
    guard case .refused(_, _, let error)? = desk.effects.first else {
      Issue.record("\(desk.effects)")
      return
    }
    #expect(error.node == "b" && error.address == "sip:192.0.2.2" && error.errorDescription == "Node \"b\" has the line.")
  }

  @Test(
    "An incoming call is refused without a record, unless it replaces another (K5, R4)", arguments: [away, .cutOff, .draining])
  func incoming(_ standing: LineStanding) {
    var desk = Desk()
    desk.play(Desk.active(Desk.a) + [.standing(standing), .incoming("p", Desk.b, replaces: nil)])
    #expect(desk.state(Desk.b) == nil && desk.sent.isEmpty)
    #expect(!desk.effects.contains { if case .log = $0 { true } else { false } })
    desk.play([.incoming("p", Desk.c, replaces: Desk.a)])
    #expect(desk.sent.map(\.operation) == [.answer])
  }

  @Test("A ringing call is sent away by deflect or End, and cannot be answered (K7)")
  func ringingCalls() {
    var desk = Desk()
    desk.play([Self.ringing, .standing(Self.away)])
    #expect(desk.sent.map(\.operation) == [.deflect(to: Handle(type: .sipURI, value: "sip:192.0.2.2"))])
    desk.play([Self.answer])
    #expect(desk.refusal == .lineElsewhere)
    desk.play([.fail(Desk.a, .deflect)])
    #expect(desk.sent.map(\.kind) == [.end] && desk.sent.first?.cause == .lineMoved)
    desk.play([.fulfil(Desk.a, .end)])
    #expect(desk.effects.contains(.ended(Desk.a, CallEnd(.localEnded, cause: .lineMoved))))
  }

  @Test("A call whose deflect fails after its line came back rings on (K7)")
  func comesBack() {
    var desk = Desk()
    desk.play([Self.ringing, .standing(Self.away), .standing(.mine), .fail(Desk.a, .deflect)])
    #expect(desk.state(Desk.a) == .ringing && desk.sent.isEmpty)
    desk.play([Self.answer])
    #expect(desk.refusal == nil && desk.sent.map(\.kind) == [.answer])
  }

  @Test("The address of a callee at another host has the callee's user")
  func addresses() {
    let alice = Handle(type: .sipURI, value: "sip:alice@example.com;transport=tcp")
    #expect(Handle(callee: alice, at: "sip:192.0.2.2:5070")?.value == "sip:alice@192.0.2.2:5070")
    #expect(Handle(callee: alice, at: "sip:bob@192.0.2.2")?.value == "sip:bob@192.0.2.2")
    #expect(Handle(callee: nil, at: "sip:192.0.2.2")?.value == "sip:192.0.2.2")
    #expect(Handle(callee: alice, at: "192.0.2.2:5070") == nil)
  }

  @Test("On a host that drains a call that rings can be answered (K14)")
  func draining() {
    var desk = Desk()
    desk.play([Self.ringing, .standing(.draining)])
    #expect(desk.state(Desk.a) == .ringing && desk.sent.isEmpty)
    desk.play([Self.answer])
    #expect(desk.sent.map(\.kind) == [.answer])
  }

  @Test("A Start that waits for its provider fails when the line moves, and an emergency waits on (K5, S8)")
  func aside() {
    var desk = Desk()
    desk.play([.crash("p"), Desk.start(Desk.a), .standing(.cutOff)])
    #expect(desk.failure == .nodeCutOff && desk.state(Desk.a) == nil)
    var other = Desk()
    other.play([.crash("p"), Desk.start(Desk.a, to: "112"), .standing(.cutOff)])
    #expect(other.state(Desk.a) == .requested)
    other.play([.ready("p", true)])
    #expect(other.sent.map(\.kind) == [.start])
  }

  @Test("An Answer whose hold is under way is given up when the line moves, and the front call comes back (K7, X8)")
  func answerUnderWay() {
    var desk = Desk()
    let answer: Stimulus = .ask(.transaction([.answer(Desk.b, .automatic)]), .user)
    desk.play(Desk.active(Desk.a) + [.incoming("q", Desk.b, replaces: nil), answer, .standing(Self.free)])
    #expect(desk.failure == .transactionAborted && desk.sent.map(\.kind) == [.end])
    desk.play([.fulfil(Desk.a, .setHeld)])
    #expect(desk.sent.map(\.operation).contains(.setHeld(false)) || desk.run.line.snapshot[Desk.a]?.state == .held)
    desk.play([.fulfil(Desk.b, .end)])
    desk.play([.fulfil(Desk.a, .setHeld)])
    #expect(desk.state(Desk.a) == .active)
  }

  @Test("Strays come to the front only while the owner has no front call there; all else works (K8)")
  func strays() {
    var desk = Desk()
    desk.play(Desk.heldAndActive() + [.standing(Self.away)])
    for body in [
      RequestBody.transaction([.setHeld(Desk.a, false)]), .swap, .merge([Desk.a, Desk.b]), .transaction([.setGroup(Desk.a, with: Desk.b)]),
    ] {
      desk.play([.ask(body, .user)])
      #expect(desk.refusal == .lineElsewhere, "\(body)")
    }
    desk.play([.ask(.transaction([.setMuted(Desk.b, true)]), .user)])
    #expect(desk.sent.map(\.operation) == [.setMuted(true)])
    desk.play([.fulfil(Desk.b, .setMuted), .ask(.transaction([.transfer(Desk.a, .handle(Desk.handle))]), .user)])
    #expect(desk.sent.map(\.kind) == [.transfer])
    desk.play([.fulfil(Desk.a, .transfer), .ask(.transaction([.setHeld(Desk.b, true)]), .user), .fulfil(Desk.b, .setHeld)])
    desk.play([.standing(Self.free), .ask(.swap, .user)])
    #expect(desk.sent.map(\.operation) == [.setHeld(false)])
  }

  @Test("The end of a stray in front brings no held call back while the owner has a front call (K8, E3)")
  func noResume() {
    var desk = Desk()
    desk.play(Desk.heldAndActive() + [.standing(Self.away), .ask(.transaction([.end(Desk.b)]), .user), .fulfil(Desk.b, .end)])
    #expect(desk.state(Desk.a) == .held && desk.sent.isEmpty)
  }

  @Test("Calls of a host that is cut off go on with all their actions (K7)")
  func cutOff() {
    var desk = Desk()
    desk.play(Desk.heldAndActive() + [.standing(.cutOff), .ask(.swap, .user), .fulfil(Desk.b, .setHeld)])
    #expect(desk.sent.map(\.operation) == [.setHeld(false)])
    desk.play([.fulfil(Desk.a, .setHeld)])
    #expect(desk.state(Desk.a) == .active && desk.state(Desk.b) == .held)
  }

  @Test("A request names the act that adds a call; an answer for an emergency alone changes no standing (K5)")
  func additions() {
    let line = Line(id: .main)
    let emergency = RequestedAction.start(Desk.a, provider: "p", StartDetails(handle: Handle(type: .phoneNumber, value: "112")))
    let start = RequestedAction.start(Desk.a, provider: "p", StartDetails(handle: Desk.handle))
    #expect(line.addition(by: .transaction([start])) == .start && line.addition(by: .transaction([emergency])) == .startEmergency)
    #expect(line.addition(by: .transaction([.end(Desk.b), .answer(Desk.a, .automatic)])) == .answer)
    #expect(line.addition(by: .acceptTransfer(Desk.a)) == .acceptTransfer && line.addition(by: .swap) == nil)
    var away = line
    _ = away.receive(.standing(.cutOff), at: .zero)
    #expect(away.addition(by: .swap) == .answer)
    #expect(away.standingToTake(.mine, for: .startEmergency) == nil && away.standingToTake(.mine, for: .start) == .mine)
    #expect(line.standingToTake(.mine, for: .start) == nil)
  }
}
