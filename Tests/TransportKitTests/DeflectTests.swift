import Testing
import TransportABI

/// Ringing calls that are sent on to another number: rule R5.
@Suite struct DeflectTests {
  /// A call of the test peer that rings.
  private func ringing(_ rig: Rig) -> hsw_call {
    #expect(rig.callIn("1234") == HSW_OK)
    let call = rig.host.call("a")
    rig.shown(call)
    _ = rig.host.heard()
    return call
  }

  private func stillRings(_ rig: Rig, _ call: hsw_call) -> Bool {
    let isUnmoved = rig.observe(call)?.contains(#""transferred":"""#) == true && rig.observe(call)?.contains(#""state":"ringing""#) == true
    return isUnmoved && rig.answer(call) == HSW_OK
  }

  @Test(arguments: [("5550101", "tel"), ("5550102", "generic"), ("5550199", "tel"), ("5550203", "")])
  func r5EndsTheCallAtOnceAndItsCallerIsSentOn(number: String, kind: String) throws {
    let rig = try Rig(.loopback)
    let call = ringing(rig)
    #expect(rig.deflect(call, to: number, kind: kind) == HSW_PENDING)
    #expect(rig.host.heard() == ["done 1", "a ended local"])
    #expect(rig.observe(call)?.contains(#""transferred":"\#(number)""#) == true)
    #expect(rig.answer(call) == HSW_E_NOCALL)
    rig.host.advance(100)
    #expect(rig.host.heard() == [] && rig.host.armed == 0)
  }

  /// A caller with a script is sent on too, and gives up no more.
  @Test func r5StopsTheScriptOfItsCaller() throws {
    let rig = try Rig(.loopback)
    rig.dial("5550111")
    rig.host.advance(1)
    _ = rig.host.heard()
    rig.deflect(rig.host.call("b"), to: "5550100")
    rig.host.advance(100)
    #expect(rig.host.heard() == ["1s done 2", "1s b ended local"])
  }

  /// The cases run side by side, so each has a number of its own.
  @Test(arguments: [
    ("5550105", "failed 1 -1", "not in service", "709001"), ("5551234", "failed 1 -1", "not in service", "709002"),
    ("5550106", "failed 1 -15", "no circuit", "709003"), ("Bob", "failed 1 -2", "not a telephone number", "709004"),
    ("709000", "failed 1 -2", "our own number", "709000"),
  ])
  func r5RingsOnWhenTheNumberIsRefused(number: String, word: String, why: String, own: String) throws {
    let rig = try Rig(.loopback, #"{"own-numbers": ["\#(own)"]}"#)
    let call = ringing(rig)
    #expect(rig.deflect(call, to: number) == HSW_PENDING)
    #expect(rig.host.heard() == [word])
    #expect(rig.host.sentences.last?.contains(why) == true)
    #expect(stillRings(rig, call))
  }

  @Test func r5NeedsARingingCallAndAHandleOfAKindThatItTakes() throws {
    let rig = try Rig(.loopback)
    let call = ringing(rig)
    #expect(rig.deflect(call, to: "5550100", kind: "sip") == HSW_E_INVAL)
    #expect(rig.deflect(call, to: "") == HSW_E_INVAL)
    #expect(stillRings(rig, call))
    #expect(rig.deflect(call, to: "5550100") == HSW_E_STATE, "it is answered")
    #expect(rig.deflect(rig.dial("5550103"), to: "5550100") == HSW_E_STATE, "it is outgoing")
    rig.end(call)
    #expect(rig.deflect(call, to: "5550100") == HSW_E_NOCALL)
  }

  /// 5550113 never completes a deflect, as it never completes a start.
  @Test(arguments: [("5550113", false), ("5550100", true)])
  func r5CanBeGivenUp(number: String, isVanished: Bool) throws {
    let rig = try Rig(.loopback)
    let call = ringing(rig)
    if isVanished { rig.order(call, HSW_ORDER_VANISH) }
    #expect(rig.deflect(call, to: number) == HSW_PENDING)
    #expect(rig.deflect(call, to: "5550100") == HSW_E_STATE, "one is under way")
    rig.cancel(1)
    #expect(rig.host.heard() == [])
    if isVanished { #expect(rig.end(call) == HSW_PENDING) } else { #expect(stillRings(rig, call)) }
  }

  // MARK: Between instances

  @Test func r5LetsTheCallersInstanceCallTheOtherNumber() throws {
    let (caller, callee) = (try Rig(.loopback, #"{"own-numbers": ["709100"]}"#), try Rig(.loopback, #"{"own-numbers": ["709101"]}"#))
    caller.dial("709101")
    callee.host.turn()
    callee.shown(callee.host.call("a"))
    caller.host.turn()
    _ = (caller.host.heard(), callee.host.heard())
    callee.deflect(callee.host.call("a"), to: "5550101")
    caller.host.turn()
    #expect(callee.host.heard() == ["done 1", "a ended local"])
    caller.host.advance(5)
    #expect(caller.host.heard() == ["a update ", "a connecting", "a ringing", "3s a active"])
  }

  @Test func r5RingsAtTheThirdInstanceWhichSeesTheNumberDialedFirst() throws {
    let rigs = try (0...2).map { try Rig(.loopback, #"{"own-numbers": ["70920\#($0)"]}"#) }
    func settle() { while rigs.contains(where: { $0.host.turn() }) {} }
    let near = rigs[0].dial("709201")
    settle()
    rigs[1].deflect(rigs[1].host.call("a"), to: "709202")
    settle()
    #expect(rigs[2].host.heard() == ["a incoming 709200"])
    #expect(rigs[2].host.callers.last?.diverted == "709201" && rigs[2].host.callers.last?.local == "709202")
    _ = rigs[0].host.heard()
    rigs[2].answer(rigs[2].host.call("a"))
    settle()
    #expect(rigs[0].host.heard() == ["a active"] && rigs[2].host.heard() == ["done 1"])
    rigs[0].end(near)
    settle()
    #expect(rigs[1].host.heard() == ["a incoming 709200", "done 1", "a ended local"] && rigs[2].host.heard() == ["a ended remote"])
  }

  // MARK: The kit

  private func probed() throws -> (Rig, hsw_call) {
    let rig = try Rig(.kit)
    rig.tell(.incoming)
    _ = rig.host.heard()
    return (rig, rig.host.call("a"))
  }

  @Test func r5EndsTheCallOnceTheTransportHasDoneIt() throws {
    let (rig, call) = try probed()
    #expect(rig.deflect(call, to: "later", kind: "generic") == HSW_PENDING)
    #expect(rig.tell(.fulfilDeflect) == "true" && rig.tell(.failDeflect) == "false")
    #expect(rig.host.heard() == ["done 1", "a ended local"])
    rig.tell(.incoming)
    #expect(rig.deflect(rig.host.call("b"), to: "done", kind: "") == HSW_PENDING)
    #expect(rig.host.heard() == ["b incoming 123", "done 2", "b ended local"])
    #expect(rig.tell(.tellLog) == "deflect to generic:later, deflect to tel:done")
  }

  @Test func r5LeavesTheCallRingingWhenItFails() throws {
    let (rig, call) = try probed()
    rig.deflect(call, to: "later")
    #expect(rig.tell(.failDeflect) == "true")
    #expect(rig.host.heard() == ["failed 1 -1"])
    #expect(rig.deflect(call, to: "done") == HSW_PENDING)
    #expect(rig.host.heard() == ["done 2", "a ended local"])
  }

  /// The host gives the deflect up before it answers or ends the call.
  @Test func r5GivesWayToAnAnswerOrAnEnd() throws {
    let (rig, call) = try probed()
    rig.deflect(call, to: "later")
    rig.cancel(1)
    #expect(rig.answer(call) == HSW_PENDING)
    #expect(rig.deflect(call, to: "later") == HSW_E_STATE, "an answer is under way")
    #expect(rig.tell(.fulfilDeflect) == "false" && rig.tell(.fulfilAnswer) == "true")
    #expect(rig.host.heard() == ["done 2"], "a late completion is dropped")

    rig.tell(.incoming)
    let other = rig.host.call("b")
    rig.deflect(other, to: "later")
    rig.cancel(4)
    #expect(rig.end(other) == HSW_PENDING)
    #expect(rig.host.heard() == ["b incoming 123", "done 5", "b ended local"])
  }

  /// A host that ends the call without giving the deflect up first learns that nobody was called.
  @Test func r5IsCancelledByAnEndThatOvertakesIt() throws {
    let (rig, call) = try probed()
    rig.deflect(call, to: "later")
    #expect(rig.end(call) == HSW_PENDING)
    #expect(rig.host.heard() == ["done 2", "failed 1 \(HSW_E_CANCELLED)", "a ended local"])
  }
}
