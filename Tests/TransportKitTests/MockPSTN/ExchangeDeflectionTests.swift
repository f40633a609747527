import Testing
import TransportABI

/// Call deflection (ETSI EN 300 207-1): rule R5.
@Suite(.mockPSTN) struct ExchangeDeflectionTests {
  /// A call of the test peer that rings.
  private func ringing(_ rig: Rig) -> hsw_call {
    #expect(rig.callIn("5550142") == HSW_OK)
    let call = rig.host.call("a")
    rig.shown(call)
    _ = rig.host.heard()
    return call
  }

  /// The state in which the caller is at the other number at once; a number that forwards leads it further.
  @Test(arguments: [
    ("555-0101", "ringing"), ("+12125550100", "active"), ("5550102", "calling"), ("5550104", "ringing"), ("5550195", "ended"),
    ("5550127", "active"), ("5550128", "active"), ("5550129", "ringing"), ("5550192", "ended"), ("5550199", "calling"),
  ])
  func r5ForwardsTheCallerToTheOtherNumber(number: String, state: String) throws {
    let rig = try Rig.exchange()
    let call = ringing(rig)
    #expect(rig.deflect(call, to: number) == HSW_PENDING)
    #expect(rig.host.heard() == ["done 1", "a ended local"])
    let seen = rig.observe(call) ?? ""
    #expect(seen.contains(#""state":"\#(state)""#) && seen.contains(#""transferred":"\#(number)""#), "\(seen)")
    #expect(try rig.counter("deflected") == 1)
    rig.host.advance(100)
    #expect(rig.host.heard() == [] && rig.host.armed == 0)
  }

  @Test(arguments: [
    ("5550105", -1, "is not in service"), ("+12125551234", -1, "is not in service"), ("12", -2, "not a number that can be dialed"),
    ("555-0198", -2, "our own number"), ("*70", -2, "no subscriber"), ("911", -2, "no subscriber"),
  ])
  func r5RingsOnWhenTheExchangeRefuses(number: String, code: Int, why: String) throws {
    let rig = try Rig.exchange()
    let call = ringing(rig)
    #expect(rig.deflect(call, to: number) == HSW_PENDING)
    #expect(rig.host.heard() == ["failed 1 \(code)"])
    #expect(rig.host.sentences.last?.contains(why) == true, "\(rig.host.sentences)")
    #expect(rig.observe(call)?.contains(#""transferred":"""#) == true && rig.observe(call)?.contains(#""state":"ringing""#) == true)
    #expect(rig.answer(call) == HSW_PENDING)
    #expect(rig.host.heard() == ["done 2"])
    #expect(try rig.counter("deflected") == 0)
  }

  @Test func r5FreesTheLineForTheNextCaller() throws {
    let rig = try Rig.exchange(#""line": "subscriber", "call-waiting": false"#)
    let call = ringing(rig)
    #expect(rig.callIn("5550141") == HSW_E_BUSY)
    rig.deflect(call, to: "5550101")
    #expect(rig.callIn("5550141") == HSW_OK)
  }

  /// A caller with a script leaves our line with it.
  @Test func r5TakesAScriptedCallerAlong() throws {
    let rig = try Rig.exchange()
    rig.dial("5550111")
    rig.host.advance(1)
    _ = rig.host.heard()
    rig.deflect(rig.host.call("b"), to: "5550100")
    rig.host.advance(100)
    #expect(rig.host.heard() == ["1s done 2", "1s b ended local"])
  }

  @Test func r5NeedsTheServiceWhichSettingsSwitchOff() throws {
    let rig = try Rig.exchange(#""call-deflection": false"#)
    let call = ringing(rig)
    rig.deflect(call, to: "5550101")
    #expect(rig.host.heard() == ["failed 1 -1"])
    #expect(rig.host.sentences == ["this line has no call deflection"])
    rig.answer(call)
    #expect(rig.host.heard() == ["done 2"])
  }

  @Test func r5GetsNoAnswerForACallerThatVanished() throws {
    let rig = try Rig.exchange()
    let call = ringing(rig)
    rig.order(call, HSW_ORDER_VANISH)
    #expect(rig.deflect(call, to: "5550101") == HSW_PENDING)
    rig.host.advance(10)
    #expect(rig.host.heard() == ["10s failed 1 -13", "10s a ended failed 18"])
  }
}
