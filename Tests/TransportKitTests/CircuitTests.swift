import Testing
import TransportABI

/// Calls between two instances of Loopback in one process, each on a loop of its own.
@Suite struct CircuitTests {
  /// Two instances with a number each, which no other test uses.
  private struct Pair {
    let caller: Rig
    let callee: Rig
    let number: String

    init(_ number: String, configuration: String = "") throws {
      self.number = number
      caller = try Rig(.loopback, #"{"own-numbers": ["\#(number)0"], "name": "Caller"}"#)
      callee = try Rig(.loopback, #"{"own-numbers": ["\#(number)1"]\#(configuration)}"#)
    }

    /// Runs both loops until neither has work left.
    func settle() {
      while caller.host.turn() || callee.host.turn() {}
    }

    /// Calls the other end; returns the call at both ends.
    func ring() -> (hsw_call, hsw_call) {
      let call = caller.dial(number + "1")
      settle()
      callee.shown(callee.host.call("a"))
      settle()
      return (call, callee.host.call("a"))
    }

    func heard() -> [[String]] { [caller.host.heard(), callee.host.heard()] }
  }

  @Test func aCallIsAnsweredHeldHeardAndEndedFromEitherEnd() throws {
    let pair = try Pair("70100")
    let (near, far) = pair.ring()
    #expect(pair.heard() == [["done 1", "a connecting", "a ringing"], ["a incoming 701000"]])
    #expect(pair.callee.answer(far) == HSW_PENDING)
    #expect(pair.heard() == [[], []], "not before the caller's end knows")
    pair.settle()
    #expect(pair.heard() == [["a active"], ["done 1"]])
    pair.caller.hold(near)
    pair.settle()
    pair.callee.hold(far)
    pair.settle()
    pair.caller.hold(near, 0)
    pair.settle()
    #expect(pair.heard() == [["done 2", "a held remotely", "done 3"], ["a held remotely", "done 2", "a resumed remotely"]])
    pair.caller.play(near, "12#")
    pair.callee.play(far, "9")
    pair.settle()
    #expect(pair.heard() == [["done 4", "a digits 9"], ["done 3", "a digits 12#"]])
    pair.callee.end(far)
    pair.settle()
    #expect(pair.heard() == [["a ended remote"], ["done 4", "a ended local"]])
  }

  @Test(arguments: [(HSW_WHY_DECLINED, " 21"), (HSW_WHY_BUSY, " 17"), (HSW_WHY_DO_NOT_DISTURB, " 17")])
  func theCallerLearnsWhyItWasRefused(refusal: (why: UInt32, cause: String)) throws {
    let pair = try Pair("7020\(refusal.why)")
    let (_, far) = pair.ring()
    _ = pair.heard()
    pair.callee.end(far, why: refusal.why)
    pair.settle()
    #expect(pair.heard() == [["a ended remote\(refusal.cause)"], ["done 1", "a ended local"]])
  }

  @Test func aCallerWhoGivesUpStopsTheRinging() throws {
    let pair = try Pair("70300")
    let (near, far) = pair.ring()
    _ = pair.heard()
    pair.caller.end(near)
    pair.settle()
    #expect(pair.heard() == [["done 2", "a ended local"], ["a ended remote"]])
    #expect(pair.callee.answer(far) == HSW_E_NOCALL)
  }

  @Test func anAnswerThatMeetsAHangUpIsCancelled() throws {
    let pair = try Pair("70400")
    let (near, far) = pair.ring()
    _ = pair.heard()
    pair.callee.answer(far)
    pair.caller.end(near)
    pair.settle()
    #expect(pair.heard() == [["done 2", "a ended local"], ["failed 1 -13", "a ended remote"]])
  }

  @Test func bothEndsHangUpInTheSameTurn() throws {
    let pair = try Pair("70500")
    let (near, far) = pair.ring()
    pair.callee.answer(far)
    pair.settle()
    _ = pair.heard()
    pair.caller.end(near)
    pair.callee.end(far)
    pair.settle()
    #expect(pair.heard() == [["done 2", "a ended local"], ["done 2", "a ended local"]])
  }

  @Test func anInstanceCallsItself() throws {
    let rig = try Rig(.loopback, #"{"own-numbers": ["706000"]}"#)
    let near = rig.dial("706000")
    rig.host.turn()
    let far = rig.host.call("b")
    rig.shown(far)
    rig.host.turn()
    rig.answer(far)
    rig.host.turn()
    rig.end(near)
    rig.host.turn()
    let expected = [
      "done 1", "b incoming 706000", "a connecting", "a ringing", "a active", "done 2", "done 3", "a ended local", "b ended remote",
    ]
    #expect(rig.host.heard() == expected)
  }

  @Test func aBusyOrSilentOrVanishedCalleeEndsTheCall() throws {
    let busy = try Pair("70700", configuration: #", "max-calls": 1"#)
    busy.callee.dial("5550100")
    busy.caller.dial("707001")
    busy.settle()
    #expect(busy.caller.host.heard() == ["done 1", "a ended remote 17"])

    let vanished = try Pair("70710")
    _ = vanished.ring()
    _ = vanished.heard()
    vanished.callee.destroy()
    vanished.settle()
    #expect(vanished.caller.host.heard() == ["a ended failed 27"])
    vanished.caller.dial("707101")
    #expect(vanished.caller.host.heard() == ["done 2", "b ended failed 1"], "nobody owns the number any more")

    let reset = try Pair("70720")
    let (near, _) = reset.ring()
    reset.callee.reset()
    reset.settle()
    #expect(reset.caller.end(near) == HSW_E_NOCALL)
    #expect(reset.callee.host.heard() == ["a incoming 707200"], "a reset is told to nobody at home")
  }

  @Test func aNumberBelongsToOneInstance() throws {
    let first = try Rig(.loopback, #"{"own-numbers": ["708000"]}"#)
    let second = try Rig(.loopback, #"{"own-numbers": ["708000"]}"#, activate: false)
    try second.step(second.table.pointee.`init`)
    let error = #expect(throws: Rig.Refusal.self) { try second.step(second.table.pointee.activate) }
    #expect(error?.status == HSW_E_BUSY && error?.sentence.contains("708000") == true)
    #expect(first.deactivate(0) == HSW_OK)
    try second.step(second.table.pointee.activate)
  }
}
